package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import org.jspecify.annotations.Nullable;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.InProcess;
import org.campanile.store.StoreUnavailableException;

/**
 * One-time marks and values in the memory of one node. Bounded, but never by forgetting:
 * when full it refuses, because a forgotten mark could be set twice. Keys are kept as
 * their digest, so that a mark takes the same room however long its key. Thread-safe.
 */
public final class MemoryOneTimeStore implements OneTimeStore, InProcess {

	private final InstantSource clock;

	private final OneTimeCapacity capacity;

	private final Cache<OneTimeKey, Entry> entries;

	/**
	 * A mark, or a value.
	 *
	 * @param value null for a mark
	 * @param expiresAt its end
	 */
	private record Entry(byte @Nullable [] value, Instant expiresAt) {
	}

	/**
	 * @param capacity how many marks and values are kept at most, but for the few being
	 * set at the moment it is reached
	 */
	public MemoryOneTimeStore(InstantSource clock, OneTimeCapacity capacity) {
		this.clock = clock;
		this.capacity = capacity;
		this.entries = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(Expiry
				.writing((OneTimeKey key, Entry entry) -> Duration.between(clock.instant(), entry.expiresAt())))
			.build();
		capacity.countedBy(this::count);
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return place(OneTimeKey.of(kind, key), new Entry(null, expiresAt));
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		if (value.length > MAX_VALUE) {
			throw new IllegalArgumentException("a value of " + value.length + " bytes is over " + MAX_VALUE);
		}
		return place(OneTimeKey.of(kind, key), new Entry(value, expiresAt));
	}

	private boolean place(OneTimeKey key, Entry entry) throws StoreUnavailableException {
		capacity.requireRoom();
		Instant now = clock.instant();
		boolean[] first = { false };
		entries.asMap().compute(key, (same, present) -> {
			if (present != null && now.isBefore(present.expiresAt())) {
				return present;
			}
			first[0] = true;
			return entry;
		});
		return first[0];
	}

	@Override
	public Optional<byte[]> take(String kind, String key) {
		Instant now = clock.instant();
		AtomicReference<byte @Nullable []> taken = new AtomicReference<>();
		entries.asMap().computeIfPresent(OneTimeKey.of(kind, key), (same, present) -> {
			if (present.value() == null) {
				return present;
			}
			taken.set(now.isBefore(present.expiresAt()) ? present.value() : null);
			return null;
		});
		return Optional.ofNullable(taken.get());
	}

	@Override
	public Optional<byte[]> find(String kind, String key) {
		return Optional.ofNullable(entries.getIfPresent(OneTimeKey.of(kind, key)))
			.filter(present -> clock.instant().isBefore(present.expiresAt()))
			.flatMap(present -> Optional.ofNullable(present.value()));
	}

	private long count() {
		if (entries.estimatedSize() >= capacity.limit()) {
			// Those that have expired leave first.
			entries.cleanUp();
		}
		return entries.estimatedSize();
	}

}

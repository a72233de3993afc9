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
 * Replay keys and one-time values in the memory of one node. Bounded: when full it
 * refuses instead of evicting, because a forgotten replay key could be set twice. Keys
 * are stored as digests, so that their length does not matter. Thread-safe.
 */
public final class MemoryOneTimeStore implements OneTimeStore, InProcess {

	private final InstantSource clock;

	private final OneTimeCapacity capacity;

	private final Cache<OneTimeKey, Entry> entries;

	/**
	 * A replay key or a value.
	 *
	 * @param value null for a replay key
	 * @param expiresAt the expiry
	 */
	private record Entry(byte @Nullable [] value, Instant expiresAt) {
	}

	/**
	 * @param capacity how many entries are kept at most; concurrent calls may exceed it
	 * slightly
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
	public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return insert(OneTimeKey.of(kind, key), new Entry(null, expiresAt));
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		OneTimeStore.requireStorable(value);
		return insert(OneTimeKey.of(kind, key), new Entry(value, expiresAt));
	}

	private boolean insert(OneTimeKey key, Entry entry) throws StoreUnavailableException {
		capacity.requireCapacity();
		Instant now = clock.instant();
		boolean[] inserted = { false };
		entries.asMap().compute(key, (same, present) -> {
			if (present != null && now.isBefore(present.expiresAt())) {
				return present;
			}
			inserted[0] = true;
			return entry;
		});
		return inserted[0];
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
			// Remove expired entries first.
			entries.cleanUp();
		}
		return entries.estimatedSize();
	}

}

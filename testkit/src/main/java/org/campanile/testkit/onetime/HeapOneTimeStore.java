package org.campanile.testkit.onetime;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;

/**
 * The simplest store that satisfies the contract: a map behind one lock, never purged.
 * Thread-safe.
 */
public final class HeapOneTimeStore implements OneTimeStore {

	private final InstantSource clock;

	private final Map<OneTimeKey, Entry> backend;

	/**
	 * A replay key or a value.
	 *
	 * @param value null for a replay key
	 * @param expiresAt its expiry
	 */
	public record Entry(byte @Nullable [] value, Instant expiresAt) {
	}

	/**
	 * @param backend stores replay keys and values; also the lock
	 */
	public HeapOneTimeStore(InstantSource clock, Map<OneTimeKey, Entry> backend) {
		this.clock = clock;
		this.backend = backend;
	}

	@Override
	public boolean setReplayKey(String kind, String key, Instant expiresAt) {
		return place(OneTimeKey.of(kind, key), new Entry(null, expiresAt));
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) {
		OneTimeStore.requireStorable(value);
		return place(OneTimeKey.of(kind, key), new Entry(value, expiresAt));
	}

	private boolean place(OneTimeKey key, Entry entry) {
		synchronized (backend) {
			@Nullable Entry present = backend.get(key);
			if (present != null && clock.instant().isBefore(present.expiresAt())) {
				return false;
			}
			backend.put(key, entry);
			return true;
		}
	}

	@Override
	public Optional<byte[]> take(String kind, String key) {
		OneTimeKey digest = OneTimeKey.of(kind, key);
		synchronized (backend) {
			@Nullable Entry present = backend.get(digest);
			if (present == null || present.value() == null) {
				return Optional.empty();
			}
			backend.remove(digest);
			return clock.instant().isBefore(present.expiresAt()) ? Optional.of(present.value()) : Optional.empty();
		}
	}

	@Override
	public Optional<byte[]> find(String kind, String key) {
		OneTimeKey digest = OneTimeKey.of(kind, key);
		synchronized (backend) {
			return Optional.ofNullable(backend.get(digest))
				.filter(present -> clock.instant().isBefore(present.expiresAt()))
				.flatMap(present -> Optional.ofNullable(present.value()));
		}
	}

}

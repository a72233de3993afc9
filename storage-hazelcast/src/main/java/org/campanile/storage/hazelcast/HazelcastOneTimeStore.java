package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

import com.hazelcast.core.HazelcastInstance;
import org.jspecify.annotations.Nullable;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/**
 * One-time marks and values in a Hazelcast map. Each operation runs where the entry lies
 * and is acknowledged by its backups; a call that had to be run twice gives the answer of
 * the first run. Thread-safe.
 */
final class HazelcastOneTimeStore implements OneTimeStore {

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	HazelcastOneTimeStore(HazelcastInstance hazelcast, HazelcastOperations operations, InstantSource clock,
			SecureRandom random) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.clock = clock;
		this.nonces = new Nonces(random);
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return place("set a mark", OneTimeKey.of(kind, key), null, expiresAt);
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		if (value.length > MAX_VALUE) {
			throw new IllegalArgumentException("a value of " + value.length + " octets is over " + MAX_VALUE);
		}
		return place("keep a one-time value", OneTimeKey.of(kind, key), value, expiresAt);
	}

	private boolean place(String name, OneTimeKey key, byte @Nullable [] value, Instant expiresAt)
			throws StoreUnavailableException {
		OneTimeProcessor.Place place = new OneTimeProcessor.Place(
				new OneTimeRecord(expiresAt.toEpochMilli(), value, nonces.next(), 0), clock.millis());
		return operations.run(name, () -> HazelcastMaps.oneTime(hazelcast).submitToKey(key.hex(), place));
	}

	@Override
	public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		OneTimeKey hashed = OneTimeKey.of(kind, key);
		OneTimeProcessor.Take take = new OneTimeProcessor.Take(nonces.next(), clock.millis());
		return Optional.ofNullable(operations.<byte @Nullable []>run("take a one-time value",
				() -> HazelcastMaps.oneTime(hazelcast).submitToKey(hashed.hex(), take)));
	}

	@Override
	public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		OneTimeKey hashed = OneTimeKey.of(kind, key);
		@Nullable OneTimeRecord found = operations.<@Nullable OneTimeRecord>run("look at a one-time value",
				() -> HazelcastMaps.oneTime(hazelcast).getAsync(hashed.hex()));
		return Optional.ofNullable(found)
			.filter(present -> present.takenBy() == 0 && clock.millis() < present.expires())
			.flatMap(present -> Optional.ofNullable(present.value()));
	}

}

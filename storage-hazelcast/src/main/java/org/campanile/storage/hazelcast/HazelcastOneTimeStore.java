package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/**
 * Replay keys and one-time values in a Hazelcast map. Each operation runs on the entry's
 * owner and is acknowledged by its backups; a repeated call returns the result of the
 * first run. When full it refuses instead of evicting, because an evicted replay key
 * could be set twice. Thread-safe.
 */
final class HazelcastOneTimeStore implements OneTimeStore {

	private static final Logger logger = LoggerFactory.getLogger(HazelcastOneTimeStore.class);

	private static final long COUNT_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	private final OneTimeCapacity capacity;

	/** The amount that this node has inserted, in {@linkplain #units(int) units}. */
	private final AtomicLong inserted = new AtomicLong();

	/**
	 * The content of the map at the last count, less the values inserted here before that
	 * count began. Inserts during a count may be counted twice until the next one, but
	 * are never missed.
	 */
	private final AtomicLong others = new AtomicLong();

	private final AtomicLong countedAt = new AtomicLong(System.nanoTime() - COUNT_INTERVAL_NANOS);

	HazelcastOneTimeStore(HazelcastInstance hazelcast, HazelcastOperations operations, InstantSource clock,
			SecureRandom random, OneTimeCapacity capacity) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.clock = clock;
		this.nonces = new Nonces(random);
		this.capacity = capacity;
		capacity.countedBy(this::count);
	}

	/**
	 * The content of the map, in {@linkplain #units(int) units}, counted at most a second
	 * ago; no caller waits for the count. Other nodes may insert more within that second.
	 */
	private long count() {
		long before = countedAt.get();
		long now = System.nanoTime();
		if (now - before >= COUNT_INTERVAL_NANOS && countedAt.compareAndSet(before, now)) {
			Thread.ofVirtual().name("one-time-count").start(() -> {
				try {
					long insertedBefore = inserted.get();
					others.set(held() - insertedBefore);
				}
				catch (RuntimeException ex) {
					logger.debug("One-time values could not be counted; the last count is used", ex);
				}
			});
		}
		return others.get() + inserted.get();
	}

	/**
	 * Returns the units held. Every entry is at least one unit; the average size of the
	 * entries that this node owns is taken for all, because keys are spread evenly. A
	 * client owns none.
	 */
	private long held() {
		IMap<String, OneTimeRecord> map = HazelcastMaps.oneTime(hazelcast);
		long entries = map.size();
		LocalMapStats own = map.getLocalMapStats();
		double average = own.getOwnedEntryMemoryCost() / (double) Math.max(1, own.getOwnedEntryCount());
		return (long) (entries * Math.max(1, average / HazelcastStorageProperties.REPLAY_KEY_BYTES));
	}

	/** The units of a value of that many bytes; a replay key has one. */
	private static long units(int length) {
		return 1 + length / HazelcastStorageProperties.REPLAY_KEY_BYTES;
	}

	@Override
	public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return insert("set a replay key", OneTimeKey.of(kind, key), null, expiresAt);
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		OneTimeStore.requireStorable(value);
		return insert("store a one-time value", OneTimeKey.of(kind, key), value, expiresAt);
	}

	private boolean insert(String name, OneTimeKey key, byte @Nullable [] value, Instant expiresAt)
			throws StoreUnavailableException {
		capacity.requireCapacity();
		OneTimeProcessor.Place processor = new OneTimeProcessor.Place(
				new OneTimeRecord(expiresAt.toEpochMilli(), value, nonces.next(), 0), clock.millis());
		boolean wasInserted = operations.run(name,
				() -> HazelcastMaps.oneTime(hazelcast).submitToKey(key.hex(), processor));
		if (wasInserted) {
			inserted.addAndGet(units(value == null ? 0 : value.length));
		}
		return wasInserted;
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
		@Nullable OneTimeRecord found = operations.<@Nullable OneTimeRecord>run("read a one-time value",
				() -> HazelcastMaps.oneTime(hazelcast).getAsync(hashed.hex()));
		return Optional.ofNullable(found)
			.filter(present -> present.takenBy() == 0 && clock.millis() < present.expires())
			.flatMap(present -> Optional.ofNullable(present.value()));
	}

}

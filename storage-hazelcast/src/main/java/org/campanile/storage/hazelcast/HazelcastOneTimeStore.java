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
 * One-time marks and values in a Hazelcast map. Each operation runs where the entry lies
 * and is acknowledged by its backups; a call that had to be run twice gives the answer of
 * the first run. Bounded by refusing, as a mark that was evicted could be set twice.
 * Thread-safe.
 */
final class HazelcastOneTimeStore implements OneTimeStore {

	private static final Logger logger = LoggerFactory.getLogger(HazelcastOneTimeStore.class);

	private static final long COUNT_EVERY = Duration.ofSeconds(1).toNanos();

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	private final OneTimeCapacity capacity;

	/** What this node has placed, in {@linkplain #units(int) units}. */
	private final AtomicLong placed = new AtomicLong();

	/**
	 * What the map held when it was last counted, less what was placed here before that
	 * count began. What is placed during a count may be counted twice until the next one,
	 * but is never missed.
	 */
	private final AtomicLong others = new AtomicLong();

	private final AtomicLong countedAt = new AtomicLong(System.nanoTime() - COUNT_EVERY);

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
	 * What all nodes hold, in {@linkplain #units(int) units}, as counted at most a second
	 * ago; no caller waits for that. It may be exceeded by what the other nodes place
	 * within that second.
	 */
	private long count() {
		long before = countedAt.get();
		long now = System.nanoTime();
		if (now - before >= COUNT_EVERY && countedAt.compareAndSet(before, now)) {
			Thread.ofVirtual().name("one-time-count").start(() -> {
				try {
					long placedBefore = placed.get();
					others.set(held() - placedBefore);
				}
				catch (RuntimeException ex) {
					logger.debug("One-time values could not be counted, the last count stays", ex);
				}
			});
		}
		return others.get() + placed.get();
	}

	/**
	 * Every entry is at least one unit; beyond that the size of those that this node owns
	 * stands for all, as keys are spread evenly. A client owns none.
	 */
	private long held() {
		IMap<String, OneTimeRecord> map = HazelcastMaps.oneTime(hazelcast);
		long entries = map.size();
		LocalMapStats own = map.getLocalMapStats();
		double average = own.getOwnedEntryMemoryCost() / (double) Math.max(1, own.getOwnedEntryCount());
		return (long) (entries * Math.max(1, average / HazelcastStorageProperties.MARK));
	}

	/** What a value of that many bytes counts for; a mark counts for one. */
	private static long units(int length) {
		return 1 + length / HazelcastStorageProperties.MARK;
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return place("set a mark", OneTimeKey.of(kind, key), null, expiresAt);
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		if (value.length > MAX_VALUE) {
			throw new IllegalArgumentException("a value of " + value.length + " bytes is over " + MAX_VALUE);
		}
		return place("keep a one-time value", OneTimeKey.of(kind, key), value, expiresAt);
	}

	private boolean place(String name, OneTimeKey key, byte @Nullable [] value, Instant expiresAt)
			throws StoreUnavailableException {
		capacity.requireRoom();
		OneTimeProcessor.Place place = new OneTimeProcessor.Place(
				new OneTimeRecord(expiresAt.toEpochMilli(), value, nonces.next(), 0), clock.millis());
		boolean first = operations.run(name, () -> HazelcastMaps.oneTime(hazelcast).submitToKey(key.hex(), place));
		if (first) {
			placed.addAndGet(units(value == null ? 0 : value.length));
		}
		return first;
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

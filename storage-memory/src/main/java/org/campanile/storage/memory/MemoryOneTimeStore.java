package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.StoreUnavailableException;

/**
 * One-time marks in the memory of one node. Bounded, but never by forgetting: when full
 * it refuses, because a forgotten mark could be set twice. Thread-safe.
 */
public final class MemoryOneTimeStore implements OneTimeStore {

	private static final int MAX_KEY = 4096;

	private final InstantSource clock;

	private final long capacity;

	private final Cache<Mark, Instant> marks;

	private record Mark(String kind, String key) {
	}

	/**
	 * @param capacity how many marks are kept at most
	 */
	public MemoryOneTimeStore(InstantSource clock, long capacity) {
		this.clock = clock;
		this.capacity = capacity;
		this.marks = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(Expiry.writing((Mark mark, Instant expiresAt) -> Duration.between(clock.instant(), expiresAt)))
			.build();
	}

	@Override
	public boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		if (key.length() > MAX_KEY) {
			throw new IllegalArgumentException("a mark's key has at most " + MAX_KEY + " characters");
		}
		if (marks.estimatedSize() >= capacity) {
			marks.cleanUp();
			if (marks.estimatedSize() >= capacity) {
				throw new StoreUnavailableException("the memory store holds " + capacity + " marks and takes no more");
			}
		}
		Instant now = clock.instant();
		// The instance tells who was first: compute runs once, under the entry's lock.
		Instant mine = Instant.ofEpochSecond(expiresAt.getEpochSecond(), expiresAt.getNano());
		Instant holder = marks.asMap()
			.compute(new Mark(kind, key), (mark, present) -> present != null && now.isBefore(present) ? present : mine);
		return holder == mine;
	}

}

package org.campanile.storage.memory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy.CacheEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the number of sessions within the capacity by evicting those that expire soonest.
 * The cache's own policy counts accesses, so it would evict a session just created rather
 * than one that was busy yesterday. Thread-safe.
 */
final class CapacityLimiter {

	private static final Logger logger = LoggerFactory.getLogger(CapacityLimiter.class);

	/**
	 * The number of sessions evicted in addition to the excess, so that not every login
	 * has to evict.
	 */
	private static final int SPARE = 64;

	/** The overshoot beyond which an insert waits for the eviction to finish. */
	private static final int OVERSHOOT = 256;

	private static final long WARNING_INTERVAL_MILLIS = Duration.ofMinutes(1).toMillis();

	private final SessionCapacity capacity;

	private final InstantSource clock;

	private final Cache<Key, Session> sessions;

	private final Consumer<Session> evictions;

	private final ReentrantLock lock = new ReentrantLock();

	/**
	 * The number of sessions evicted since the last warning. Guarded by the lock, as is
	 * the next field.
	 */
	private long unreported;

	private @Nullable Long warnedAt;

	/**
	 * @param sessions expire individually
	 * @param evictions receives each evicted session, while its key is still in the cache
	 */
	CapacityLimiter(SessionCapacity capacity, InstantSource clock, Cache<Key, Session> sessions,
			Consumer<Session> evictions) {
		this.capacity = capacity;
		this.clock = clock;
		this.sessions = sessions;
		this.evictions = evictions;
	}

	/**
	 * Evicts if needed. Must be called after a session was added, or may have grown. One
	 * thread evicts while the others continue, unless the overshoot is too large.
	 * Sessions added meanwhile are seen by the evicting thread after it releases the
	 * lock.
	 */
	void enforce() {
		for (long excess = excess(); excess > 0; excess = excess()) {
			if (excess > OVERSHOOT) {
				lock.lock();
			}
			else if (!lock.tryLock()) {
				return;
			}
			try {
				if (!evict()) {
					return;
				}
			}
			finally {
				lock.unlock();
			}
		}
	}

	private long excess() {
		return capacity.excess(sessions.estimatedSize());
	}

	/**
	 * @return false if there is nothing to evict: the excess has expired and is removed
	 * within about a second
	 */
	private boolean evict() {
		// Remove expired sessions first.
		sessions.cleanUp();
		long excess = excess();
		if (excess <= 0) {
			return true;
		}
		List<CacheEntry<Key, Session>> soonest = soonest(
				Math.toIntExact(excess + Math.min(SPARE, sessions.estimatedSize() / 100)));
		int count = 0;
		for (CacheEntry<Key, Session> entry : soonest) {
			count += evict(entry.getKey(), entry.getValue()) ? 1 : 0;
		}
		if (count > 0) {
			report(count);
		}
		return !soonest.isEmpty();
	}

	private List<CacheEntry<Key, Session>> soonest(int count) {
		return sessions.policy().expireVariably().orElseThrow().oldest(entries -> entries.limit(count).toList());
	}

	/** Evicts a session unless it was touched or terminated meanwhile. */
	private boolean evict(Key key, Session session) {
		boolean[] evicted = { false };
		sessions.asMap().computeIfPresent(key, (same, present) -> {
			if (present != session) {
				return present;
			}
			evictions.accept(session);
			evicted[0] = true;
			return null;
		});
		return evicted[0];
	}

	private void report(int count) {
		unreported += count;
		long now = clock.millis();
		// Still warns if the clock was set back.
		if (warnedAt != null && Math.abs(now - warnedAt) < WARNING_INTERVAL_MILLIS) {
			return;
		}
		logger.warn("The memory store is full with {} sessions, which take {} MB. Evicted, those that expire "
				+ "soonest first: {}. Their users have to sign in again, and logout will not reach their services. {}, "
				+ "or shorten campanile.session.idle-timeout", sessions.estimatedSize(), capacity.held() >> 20,
				unreported, remedy());
		unreported = 0;
		warnedAt = now;
	}

	private String remedy() {
		return sessions.estimatedSize() >= capacity.sessions() - SPARE
				? "Raise campanile.storage.memory.max-sessions, with 2 KB of heap for each"
				: "Sessions may take half of the heap: raise it (CAMPANILE_JAVA_OPTS=-Xmx…)";
	}

}

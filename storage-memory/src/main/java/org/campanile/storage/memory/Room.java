package org.campanile.storage.memory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy.CacheEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps sessions within their capacity: beyond it those that would end soonest are
 * dropped. The cache's own bound would go by how often each was asked for, and so rather
 * drop one just begun than one that was busy yesterday. Thread-safe.
 */
final class Room {

	private static final Logger logger = LoggerFactory.getLogger(Room.class);

	/** How many more are dropped than must be, so that not every login does it. */
	private static final int SPARE = 64;

	/** So far beyond the capacity, who adds one waits for who makes room. */
	private static final int OVERSHOOT = 256;

	private static final long BETWEEN_WARNINGS = Duration.ofMinutes(1).toMillis();

	private final SessionCapacity capacity;

	private final InstantSource clock;

	private final Cache<Key, Session> sessions;

	private final Dropped dropped;

	private final ReentrantLock lock = new ReentrantLock();

	/** Since the last warning; these two under the lock. */
	private long unreported;

	private @Nullable Long warnedAt;

	/** Told of each session that is dropped, while the cache holds its key. */
	interface Dropped {

		void accept(Session session);

	}

	/**
	 * @param sessions expire by their end
	 */
	Room(SessionCapacity capacity, InstantSource clock, Cache<Key, Session> sessions, Dropped dropped) {
		this.capacity = capacity;
		this.clock = clock;
		this.sessions = sessions;
		this.dropped = dropped;
	}

	/**
	 * To be called after a session was added, or may have grown. One thread makes room
	 * and the others go on, unless they are too fast for it. What one adds that went on
	 * is seen by the other after it let go of the lock.
	 */
	void make() {
		for (long excess = excess(); excess > 0; excess = excess()) {
			if (excess > OVERSHOOT) {
				lock.lock();
			}
			else if (!lock.tryLock()) {
				return;
			}
			try {
				if (!drop()) {
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
	 * @return false if there is nothing to drop: what is too many has expired and leaves
	 * within a second or so
	 */
	private boolean drop() {
		// Those that have expired leave first.
		sessions.cleanUp();
		long excess = excess();
		if (excess <= 0) {
			return true;
		}
		List<CacheEntry<Key, Session>> soonest = soonest(
				Math.toIntExact(excess + Math.min(SPARE, sessions.estimatedSize() / 100)));
		int count = 0;
		for (CacheEntry<Key, Session> entry : soonest) {
			count += drop(entry.getKey(), entry.getValue()) ? 1 : 0;
		}
		if (count > 0) {
			report(count);
		}
		return !soonest.isEmpty();
	}

	private List<CacheEntry<Key, Session>> soonest(int count) {
		return sessions.policy().expireVariably().orElseThrow().oldest(entries -> entries.limit(count).toList());
	}

	/** Not one that was touched meanwhile, or ended. */
	private boolean drop(Key key, Session session) {
		boolean[] gone = { false };
		sessions.asMap().computeIfPresent(key, (same, present) -> {
			if (present != session) {
				return present;
			}
			dropped.accept(session);
			gone[0] = true;
			return null;
		});
		return gone[0];
	}

	private void report(int count) {
		unreported += count;
		long now = clock.millis();
		// A clock that was set back does not silence it.
		if (warnedAt != null && Math.abs(now - warnedAt) < BETWEEN_WARNINGS) {
			return;
		}
		logger.warn(
				"The memory store is full with {} sessions, which take {} MB: the {} nearest to their end were dropped, "
						+ "their users sign in again, and logout will not reach their services. {}, or shorten "
						+ "campanile.session.idle-timeout",
				sessions.estimatedSize(), capacity.held() >> 20, unreported, remedy());
		unreported = 0;
		warnedAt = now;
	}

	private String remedy() {
		return sessions.estimatedSize() >= capacity.sessions() - SPARE
				? "Raise campanile.storage.memory.max-sessions, with 2 KB of heap for each"
				: "Sessions may take half of the heap: raise it (CAMPANILE_JAVA_OPTS=-Xmx…)";
	}

}

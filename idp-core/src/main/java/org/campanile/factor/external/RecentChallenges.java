package org.campanile.factor.external;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

import org.campanile.guard.SteadyClock;

/**
 * The challenges that this node began a short time ago: how many for each user, and those
 * that were declined. Thread-safe.
 */
final class RecentChallenges {

	/** The time in which a user's challenges are counted. */
	static final Duration PERIOD = Duration.ofMinutes(5);

	/**
	 * The largest number of challenges in a period for one user on one node, so that
	 * nobody is called at night until they give in.
	 */
	private static final int MAX_TRIGGERS = 5;

	private static final int MAX_USERS = 100_000;

	private final Cache<String, AtomicInteger> triggers;

	private final Cache<String, Boolean> declined;

	/**
	 * @param challengeTime how long a challenge can be answered
	 */
	RecentChallenges(Duration challengeTime, InstantSource clock) {
		this.triggers = cache(PERIOD, clock);
		this.declined = cache(challengeTime, clock);
	}

	static <V> Cache<String, V> cache(Duration lifetime, InstantSource clock) {
		return Caffeine.newBuilder()
			.ticker(new SteadyClock(clock)::currentTimeNanos)
			.expireAfterWrite(lifetime)
			.maximumSize(MAX_USERS)
			.<String, V>build();
	}

	void count(String of) {
		triggers.get(of, key -> new AtomicInteger()).incrementAndGet();
	}

	/** Takes one back that has reached no device. */
	void takeBack(String of) {
		AtomicInteger count = triggers.getIfPresent(of);
		if (count != null) {
			count.decrementAndGet();
		}
	}

	boolean areTooMany(String of) {
		AtomicInteger count = triggers.getIfPresent(of);
		return count != null && count.get() >= MAX_TRIGGERS;
	}

	/**
	 * Notes that the user has declined a challenge.
	 * @return whether that was not known yet
	 */
	boolean decline(String transaction) {
		return declined.asMap().putIfAbsent(transaction, true) == null;
	}

}

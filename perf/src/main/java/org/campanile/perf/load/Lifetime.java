package org.campanile.perf.load;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long {@code lafayette}'s users live, and what they do meanwhile. */
enum Lifetime {

	SHORT(Duration.ofSeconds(60)), MEDIUM(Duration.ofMinutes(5)), LONG(Duration.ofHours(2));

	/** Of so many users, seven live a short and two a medium life. */
	private static final int SHARES = 10;

	private static final double HATCHED_EACH_SECOND = 10;

	private static final double MISTYPE = 0.01;

	private static final double LOG_OUT = 0.25;

	private static final long SHORTEST_PAUSE = 5_000;

	private static final long LONGEST_PAUSE = 15_000;

	private final Duration published;

	Lifetime(Duration published) {
		this.published = published;
	}

	/** Of the user of that number. */
	static Lifetime of(int number) {
		int share = number % SHARES;
		if (share < 7) {
			return SHORT;
		}
		return share < 9 ? MEDIUM : LONG;
	}

	Duration scaled(double scale) {
		return Duration.ofMillis(Math.round(published.toMillis() * scale));
	}

	/** How long the user of that number waits to be born for the first time. */
	static Duration hatching(int number, double scale) {
		return Duration.ofMillis(Math.round(number * 1_000 / HATCHED_EACH_SECOND * scale));
	}

	static Duration pause(double scale) {
		return Duration
			.ofMillis(Math.round(ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE, LONGEST_PAUSE + 1) * scale));
	}

	static boolean mistypes() {
		return ThreadLocalRandom.current().nextDouble() < MISTYPE;
	}

	static boolean logsOut() {
		return ThreadLocalRandom.current().nextDouble() < LOG_OUT;
	}

}

package org.campanile.storage.jpa;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/** Waits for what must come true. */
final class Poll {

	private Poll() {
	}

	/** Fails if the condition does not hold within the limit. */
	static void until(Duration limit, Callable<Boolean> condition) throws Exception {
		long end = System.nanoTime() + limit.toNanos();
		while (!condition.call()) {
			assertThat(System.nanoTime() - end).as("nanoseconds after the limit of %s", limit).isNegative();
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
	}

}

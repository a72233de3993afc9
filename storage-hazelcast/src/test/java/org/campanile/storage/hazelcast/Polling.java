package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition. */
final class Polling {

	private Polling() {
	}

	/** Fails when it does not hold in time. */
	static void until(Duration limit, Callable<Boolean> condition) {
		long end = System.nanoTime() + limit.toNanos();
		while (!holds(condition)) {
			if (System.nanoTime() > end) {
				throw new AssertionError("not so within " + limit);
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
		}
	}

	private static boolean holds(Callable<Boolean> condition) {
		try {
			return condition.call();
		}
		catch (Exception ex) {
			// Not yet.
			return false;
		}
	}

}

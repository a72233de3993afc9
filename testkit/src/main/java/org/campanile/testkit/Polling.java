package org.campanile.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition. */
public final class Polling {

	private Polling() {
	}

	/** Waits for a minute at most, and fails if the condition does not hold by then. */
	public static void until(Callable<Boolean> condition) {
		until(Duration.ofMinutes(1), condition);
	}

	/**
	 * Returns the result of a call, which is repeated while it throws exceptions, for a
	 * minute at most.
	 */
	public static <T> T answer(Callable<T> call) {
		List<T> answers = new ArrayList<>();
		until(() -> answers.add(call.call()));
		return answers.getFirst();
	}

	/**
	 * Waits until the condition holds, and fails if it does not hold in time.
	 * @param condition may throw exceptions, which count as not yet
	 */
	public static void until(Duration limit, Callable<Boolean> condition) {
		long end = System.nanoTime() + limit.toNanos();
		while (true) {
			try {
				if (condition.call()) {
					return;
				}
				if (System.nanoTime() > end) {
					throw new AssertionError("not so within " + limit);
				}
			}
			catch (Exception ex) {
				if (System.nanoTime() > end) {
					throw new AssertionError("not so within " + limit, ex);
				}
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
		}
	}

}

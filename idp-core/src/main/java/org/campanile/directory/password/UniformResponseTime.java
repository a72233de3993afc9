package org.campanile.directory.password;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Delays an answer until the next multiple of a step after its request came, so that the
 * time does not distinguish an unknown name from a known one. A bind to a DN that does
 * not exist is not enough, as a directory computes a hash for known names only.
 * Thread-safe.
 * <p>
 * The step adapts to the directory: a quarter above the time that 99 of 100 of the last
 * checks of real accounts took, rounded up to a multiple of the configured step, which is
 * also the least. It rises at once and falls by one configured step a minute, so that
 * accounts with cheap hashes cannot be used to lower it quickly. It starts at five
 * configured steps, until enough checks were seen, and never exceeds twenty.
 */
final class UniformResponseTime {

	private static final int INITIAL = 5;

	private static final int MOST = 20;

	private static final int ENOUGH = 16;

	private static final int REMEMBERED = 256;

	private static final long NANOS_PER_FALL = Duration.ofMinutes(1).toNanos();

	private final long unit;

	private final LongSupplier nanoTime;

	private final LongConsumer park;

	private final AtomicInteger waiting = new AtomicInteger();

	private final long[] observed = new long[REMEMBERED];

	private long observations;

	private long lastChange;

	private volatile long step;

	/**
	 * @param unit the configured step; zero for no delay
	 */
	UniformResponseTime(Duration unit, LongSupplier nanoTime, LongConsumer park) {
		this.unit = unit.toNanos();
		this.nanoTime = nanoTime;
		this.park = park;
		this.step = this.unit * INITIAL;
		this.lastChange = nanoTime.getAsLong();
	}

	long start() {
		return nanoTime.getAsLong();
	}

	/** The present step. */
	Duration step() {
		return Duration.ofNanos(step);
	}

	/** Returns how many answers are waiting for their time. */
	int waiting() {
		return waiting.get();
	}

	/** A password was just checked against a real account. */
	synchronized void observeSince(long start) {
		if (unit == 0) {
			return;
		}
		long now = nanoTime.getAsLong();
		observed[(int) (observations++ % REMEMBERED)] = now - start;
		// Sorting each time would be a noticeable part of a quick login.
		if (observations >= ENOUGH && observations % ENOUGH == 0) {
			adapt(now);
		}
	}

	private void adapt(long now) {
		long[] sorted = Arrays.copyOf(observed, (int) Math.min(observations, REMEMBERED));
		Arrays.sort(sorted);
		long high = sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
		long wanted = Math.clamp(Math.ceilDiv(high + high / 4, unit), 1, MOST) * unit;
		if (wanted > step) {
			step = wanted;
			lastChange = now;
		}
		else if (wanted < step && now - lastChange >= NANOS_PER_FALL) {
			step -= unit;
			lastChange = now;
		}
	}

	/** Waits until the next multiple of the step since then. */
	void holdSince(long start) {
		long current = step;
		if (current == 0) {
			return;
		}
		long elapsed = nanoTime.getAsLong() - start;
		long end = start + (elapsed / current + 1) * current;
		waiting.incrementAndGet();
		try {
			// Parking may return early, and at once where the thread is interrupted.
			for (long left = end - nanoTime.getAsLong(); left > 0
					&& !Thread.currentThread().isInterrupted(); left = end - nanoTime.getAsLong()) {
				park.accept(left);
			}
		}
		finally {
			waiting.decrementAndGet();
		}
	}

}

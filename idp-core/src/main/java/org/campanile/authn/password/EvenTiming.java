package org.campanile.authn.password;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Holds an answer back until the next multiple of a step since its question. Doing a bind
 * for unknown names too is not enough to make them look like known ones: an entry must be
 * read, hashed against and perhaps written to, and that shows. Immutable.
 */
final class EvenTiming {

	private final long stepNanos;

	private final LongSupplier nanoTime;

	private final LongConsumer park;

	EvenTiming(Duration step, LongSupplier nanoTime, LongConsumer park) {
		this.stepNanos = step.toNanos();
		this.nanoTime = nanoTime;
		this.park = park;
	}

	long start() {
		return nanoTime.getAsLong();
	}

	void holdSince(long start) {
		if (stepNanos == 0) {
			return;
		}
		long elapsed = nanoTime.getAsLong() - start;
		long end = start + (elapsed / stepNanos + 1) * stepNanos;
		// Parking may return early, and at once where the thread is interrupted.
		for (long left = end - nanoTime.getAsLong(); left > 0
				&& !Thread.currentThread().isInterrupted(); left = end - nanoTime.getAsLong()) {
			park.accept(left);
		}
	}

}

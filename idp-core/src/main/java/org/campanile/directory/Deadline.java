package org.campanile.directory;

import java.time.Duration;

/** A point in monotonic time by which everything must be done. */
final class Deadline {

	private final long endNanos;

	private Deadline(long endNanos) {
		this.endNanos = endNanos;
	}

	static Deadline in(Duration time) {
		return new Deadline(System.nanoTime() + time.toNanos());
	}

	/** What is left, zero once it has passed. */
	Duration left() {
		return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
	}

	boolean passed() {
		return System.nanoTime() - endNanos >= 0;
	}

	/** The shorter of a limit and what is left, in milliseconds and never zero. */
	long clampMillis(Duration limit) {
		return Math.max(1, Math.min(limit.toMillis(), left().toMillis()));
	}

}

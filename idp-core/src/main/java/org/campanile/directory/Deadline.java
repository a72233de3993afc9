package org.campanile.directory;

import java.time.Duration;

/** A deadline in monotonic time. */
final class Deadline {

	private final long endNanos;

	private Deadline(long endNanos) {
		this.endNanos = endNanos;
	}

	static Deadline in(Duration time) {
		return new Deadline(System.nanoTime() + time.toNanos());
	}

	/** The remaining time, zero once it has passed. */
	Duration left() {
		return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
	}

	boolean passed() {
		return System.nanoTime() - endNanos >= 0;
	}

	/** The shorter of a limit and the remaining time, in milliseconds and never zero. */
	long clampMillis(Duration limit) {
		return Math.max(1, Math.min(limit.toMillis(), left().toMillis()));
	}

}

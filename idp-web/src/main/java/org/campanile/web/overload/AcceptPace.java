package org.campanile.web.overload;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Decides when the next connection may be accepted: not while the processors are
 * {@linkplain Processors busy} and many requests with a session or of a sign-on under way
 * wait. Reading requests takes processor time too, so a node that accepts everything may
 * have none left for those it has admitted; a connection that is not accepted waits in
 * the kernel at no cost. Requests that begin a sign-on do not count: {@link EarlyRefusal}
 * answers those for which there is no time, and a connection may bring a password.
 * Thread-safe.
 */
final class AcceptPace {

	/**
	 * The maximum number of waiting requests, so few that refusing as many each second
	 * takes little of a processor.
	 */
	private static final int MAX_WAITING = 128;

	/**
	 * The longest pause: even on a busy node two hundred connections a second are
	 * accepted, so that even a full kernel queue is processed before a proxy times out.
	 */
	private static final Duration MAX_PAUSE = Duration.ofMillis(5);

	/** The interval between checks, in nanoseconds. */
	private static final long CHECK_INTERVAL_NANOS = 500_000;

	private final BooleanSupplier overloaded;

	private final long maxPause;

	private final LongAdder paused = new LongAdder();

	/**
	 * @param overloaded whether accepting should pause
	 * @param maxPause after which a connection is accepted anyway
	 */
	AcceptPace(BooleanSupplier overloaded, Duration maxPause) {
		this.overloaded = overloaded;
		this.maxPause = maxPause.toNanos();
	}

	static AcceptPace of(Processors processors, Admission admission) {
		// The runnable ones include requests not yet queued: a burst of connections is
		// accepted faster than they are read.
		return new AcceptPace(() -> processors.wasBusyRecently()
				&& (admission.waiting(RequestKind.SESSION) + admission.waiting(RequestKind.UNDER_WAY) > MAX_WAITING
						|| processors.runnable() > MAX_WAITING),
				MAX_PAUSE);
	}

	/**
	 * Blocks until the next connection may be accepted.
	 * @param accepting whether connections are still accepted; checked repeatedly
	 */
	void await(BooleanSupplier accepting) {
		if (!overloaded.getAsBoolean()) {
			return;
		}
		long start = System.nanoTime();
		long since = 0;
		while (since < maxPause && accepting.getAsBoolean() && overloaded.getAsBoolean()) {
			LockSupport.parkNanos(this, CHECK_INTERVAL_NANOS);
			since = System.nanoTime() - start;
		}
		paused.add(since);
	}

	/** The total time in which accepting was paused. */
	double pausedSeconds() {
		return paused.sum() / 1e9;
	}

}

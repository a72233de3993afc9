package org.campanile.web.overload;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * When the next connection may be accepted: not while the processors are
 * {@linkplain Processors busy} and a crowd waits already. Even a refusal takes processor time, so
 * that a node which accepts everybody may have none left for the requests that it has
 * admitted, and answers nobody in time; a connection that is not accepted waits in the
 * kernel at no cost. Without a crowd everybody is accepted, as a connection may bring a
 * password, which nobody knows of while it waits in the kernel. Thread-safe.
 */
final class AcceptPace {

	/** Few enough that refusing as many each second takes little of a processor. */
	private static final int CROWD = 128;

	/**
	 * However busy the node is, somebody is accepted after that: two hundred a second, so
	 * that even a full queue of the kernel is worked off before a proxy gives up.
	 */
	private static final Duration LONGEST = Duration.ofMillis(5);

	/** In nanoseconds. */
	private static final long LOOK_AGAIN = 500_000;

	private final BooleanSupplier crowded;

	private final long longest;

	private final LongAdder paused = new LongAdder();

	/**
	 * @param crowded whether nobody is to be accepted now
	 * @param longest but after so long somebody is
	 */
	AcceptPace(BooleanSupplier crowded, Duration longest) {
		this.crowded = crowded;
		this.longest = longest.toNanos();
	}

	static AcceptPace of(Processors processors, Admission admission) {
		// Those on their way to the line as well: a crowd that comes at once is accepted
		// faster than it is read.
		return new AcceptPace(() -> processors.busyLately()
				&& (admission.waiting(Lane.WORK) > CROWD || processors.runnable() > CROWD), LONGEST);
	}

	/**
	 * Blocks until the next connection may be accepted.
	 * @param accepting whether any is to be accepted still; asked again and again
	 */
	void await(BooleanSupplier accepting) {
		if (!crowded.getAsBoolean()) {
			return;
		}
		long begun = System.nanoTime();
		long since = 0;
		while (since < longest && accepting.getAsBoolean() && crowded.getAsBoolean()) {
			LockSupport.parkNanos(this, LOOK_AGAIN);
			since = System.nanoTime() - begun;
		}
		paused.add(since);
	}

	/** How long nobody was accepted until now. */
	double pausedSeconds() {
		return paused.sum() / 1e9;
	}

}

package org.campanile.web.overload;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * When the next connection may be accepted: not while more requests than a few for each
 * processor wait for one. Even a refusal takes a processor, so that a node which takes on
 * all who come may have none left for those it has let in, and answers nobody in time;
 * who is not accepted waits in the kernel, at no cost. Thread-safe.
 */
final class AcceptPace {

	/**
	 * Few enough that the last one has its turn within a hundredth of a second or two.
	 */
	private static final int WAITING_FOR_A_PROCESSOR = 16;

	/**
	 * However busy the node is, somebody is accepted after that: two hundred a second, so
	 * that even a full queue of the kernel is worked off before a proxy gives up.
	 */
	private static final Duration LONGEST = Duration.ofMillis(5);

	/** In nanoseconds. */
	private static final long LOOK_AGAIN = 500_000;

	private final LongSupplier waiting;

	private final long limit;

	private final long longest;

	private final LongAdder paused = new LongAdder();

	/**
	 * @param waiting how many requests wait for a processor now
	 * @param limit with more than that nobody is accepted
	 * @param longest but after so long somebody is
	 */
	AcceptPace(LongSupplier waiting, long limit, Duration longest) {
		this.waiting = waiting;
		this.limit = limit;
		this.longest = longest.toNanos();
	}

	/** Of this virtual machine, whose virtual threads serve requests. */
	static AcceptPace ofVirtualThreads() {
		VirtualThreadSchedulerMXBean scheduler = ManagementFactory
			.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
		return new AcceptPace(scheduler::getQueuedVirtualThreadCount,
				(long) WAITING_FOR_A_PROCESSOR * scheduler.getParallelism(), LONGEST);
	}

	/**
	 * Blocks until the next connection may be accepted.
	 * @param accepting whether any is to be accepted still; asked again and again
	 */
	void await(BooleanSupplier accepting) {
		if (waiting.getAsLong() <= limit) {
			return;
		}
		long begun = System.nanoTime();
		long since = 0;
		while (since < longest && accepting.getAsBoolean() && waiting.getAsLong() > limit) {
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

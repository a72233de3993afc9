package org.campanile.web.overload;

import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Estimates how busy the processors are from the virtual threads, nearly all of which
 * serve requests. While more than a few for each processor run or want to run, more
 * concurrency makes every answer later and none sooner: they take turns regardless of
 * priority, garbage collections copy the data of each, and the threads that accept and
 * read connections get no larger share. Thread-safe.
 */
final class Processors {

	/** Keeps a processor busy while some of them wait briefly. */
	private static final int BUSY_PER_PROCESSOR = 4;

	/**
	 * The number of runnable threads that are seen even with little load: each request
	 * has helper threads.
	 */
	private static final int BACKGROUND = 8;

	/**
	 * The time for which a busy reading counts, in nanoseconds. Busy processors have
	 * moments with few runnable requests, while the others wait for the directory.
	 */
	private static final long RECENT_NANOS = 50_000_000;

	private final IntSupplier runnable;

	private final int limit;

	private final int few;

	private final LongSupplier clock;

	private volatile long lastBusy;

	/**
	 * @param runnable how many requests run or want to run now
	 * @param limit more than this means busy
	 * @param few how many keep the processors busy
	 * @param clock monotonic, in nanoseconds
	 */
	Processors(IntSupplier runnable, int limit, int few, LongSupplier clock) {
		this.runnable = runnable;
		this.limit = limit;
		this.few = few;
		this.clock = clock;
		this.lastBusy = clock.getAsLong() - RECENT_NANOS;
	}

	/** Returns the processors of this JVM, whose virtual threads serve requests. */
	static Processors ofVirtualThreads() {
		VirtualThreadSchedulerMXBean scheduler = ManagementFactory
			.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
		// The number depends on the processors, not on the carriers, of which there are
		// more.
		int few = BUSY_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
		return new Processors(
				() -> scheduler.getMountedVirtualThreadCount() + (int) scheduler.getQueuedVirtualThreadCount(),
				Math.max(BACKGROUND, few), few, System::nanoTime);
	}

	/** Returns how many requests run or want to run now. */
	int runnable() {
		return runnable.getAsInt();
	}

	boolean isBusy() {
		boolean busy = runnable() > limit;
		if (busy) {
			lastBusy = clock.getAsLong();
		}
		return busy;
	}

	/** Whether the processors are busy, or were a moment ago. */
	boolean wasBusyRecently() {
		return isBusy() || clock.getAsLong() - lastBusy < RECENT_NANOS;
	}

	/**
	 * Returns how many requests to work on concurrently.
	 * @param most the limit if they wait for something other than a processor
	 * @param phases the number of phases of processor use, with waiting in between
	 */
	int permits(int most, int phases) {
		return isBusy() ? Math.min(few * phases, most) : most;
	}

}

package org.campanile.web.overload;

import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * How busy the processors are with requests, roughly: with virtual threads, of which
 * there are hardly any others. While more than a few for each processor have one or wait
 * for one, to work on more at once makes every answer later and none sooner: they take
 * turns in an order that knows nothing of who is urgent, what each holds has to be copied
 * by collections, and the threads that accept connections and read from them get as
 * little as any other. Thread-safe.
 */
final class Processors {

	/** What keeps a processor busy while some of them wait for a moment. */
	private static final int A_FEW = 4;

	/**
	 * That many are seen where hardly anything happens: each request has threads that
	 * work for it.
	 */
	private static final int ALWAYS = 8;

	/**
	 * In nanoseconds. Busy processors have moments in which few requests want them, as
	 * those under way wait for the directory.
	 */
	private static final long LATELY = 50_000_000;

	private final IntSupplier runnable;

	private final int limit;

	private final int few;

	private final LongSupplier clock;

	private volatile long lastBusy;

	/**
	 * @param runnable how many requests have a processor or wait for one now
	 * @param limit with more than that they are busy
	 * @param few how many keep them busy
	 * @param clock monotonic, in nanoseconds
	 */
	Processors(IntSupplier runnable, int limit, int few, LongSupplier clock) {
		this.runnable = runnable;
		this.limit = limit;
		this.few = few;
		this.clock = clock;
		this.lastBusy = clock.getAsLong() - LATELY;
	}

	/** Of this virtual machine, whose virtual threads serve requests. */
	static Processors ofVirtualThreads() {
		VirtualThreadSchedulerMXBean scheduler = ManagementFactory
			.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
		// Of processors, not of carriers, of which there are more.
		int few = A_FEW * Runtime.getRuntime().availableProcessors();
		return new Processors(
				() -> scheduler.getMountedVirtualThreadCount() + (int) scheduler.getQueuedVirtualThreadCount(),
				Math.max(ALWAYS, few), few, System::nanoTime);
	}

	/** How many requests have a processor or wait for one now. */
	int runnable() {
		return runnable.getAsInt();
	}

	boolean busy() {
		boolean busy = runnable() > limit;
		if (busy) {
			lastBusy = clock.getAsLong();
		}
		return busy;
	}

	/** Whether they are, or were seen to be a moment ago. */
	boolean busyLately() {
		return busy() || clock.getAsLong() - lastBusy < LATELY;
	}

	/**
	 * How many to work on at once.
	 * @param most if they wait for something else than a processor
	 * @param spells in how many spells each works, waiting for something in between
	 */
	int places(int most, int spells) {
		return busy() ? Math.min(few * spells, most) : most;
	}

}

package org.campanile.web.overload;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * How busy the processors are with requests. While more than a few for each have one or
 * wait for one, to work on more at once makes every answer later and none sooner: they
 * take turns in an order that knows nothing of who is urgent, what each holds has to be
 * copied by collections, and the threads that accept connections and read from them get
 * as little as any other. Thread-safe.
 */
final class Processors {

	/** What keeps a processor busy while some of them wait for a moment. */
	private static final int A_FEW = 4;

	private final LongSupplier runnable;

	private final int few;

	/**
	 * @param runnable how many requests have a processor or wait for one now
	 * @param few with more than that they are busy
	 */
	Processors(LongSupplier runnable, int few) {
		this.runnable = runnable;
		this.few = few;
	}

	/** Of this virtual machine, whose virtual threads serve requests. */
	static Processors ofVirtualThreads() {
		VirtualThreadSchedulerMXBean scheduler = ManagementFactory
			.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
		// Not as many as there are carriers, of which there are more than processors.
		return new Processors(() -> scheduler.getMountedVirtualThreadCount() + scheduler.getQueuedVirtualThreadCount(),
				A_FEW * Runtime.getRuntime().availableProcessors());
	}

	boolean busy() {
		return runnable.getAsLong() > few;
	}

	/**
	 * How many to work on at once.
	 * @param most if they wait for something else than a processor
	 */
	int places(int most) {
		return busy() ? Math.min(few, most) : most;
	}

}

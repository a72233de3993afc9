package org.campanile.web.command;

/**
 * Raises the number of carrier threads of virtual threads. A virtual thread is pinned to
 * its carrier while it waits for a class loader's lock. If all carriers are pinned in
 * this way, the thread that holds the lock cannot continue. With one carrier per
 * processor, a small machine that received many requests before its classes were loaded
 * could deadlock.
 */
public final class VirtualThreadParallelism {

	static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

	/**
	 * The minimum parallelism, more than the number of threads that ever load classes at
	 * the same time.
	 */
	private static final int LEAST = 32;

	private VirtualThreadParallelism() {
	}

	/**
	 * Takes effect only before the first virtual thread; an explicitly configured value
	 * is kept.
	 */
	public static void provide() {
		if (System.getProperty(PARALLELISM) == null) {
			System.setProperty(PARALLELISM,
					Integer.toString(Math.max(LEAST, Runtime.getRuntime().availableProcessors())));
		}
	}

}

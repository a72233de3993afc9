package org.campanile.web.command;

/**
 * The threads that carry virtual threads. A virtual thread that loads a class holds on to
 * its carrier while it waits for the class loader, and when every carrier is held so, the
 * one that could go on has none: with as many carriers as a small machine has processors,
 * a node that was asked by many at once before its classes were loaded could stop for
 * ever.
 */
final class VirtualThreadParallelism {

	static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

	/** More than ever load classes at the same time. */
	private static final int LEAST = 32;

	private VirtualThreadParallelism() {
	}

	/**
	 * Takes effect only before the first virtual thread; an explicitly configured value
	 * is kept.
	 */
	static void provide() {
		if (System.getProperty(PARALLELISM) == null) {
			System.setProperty(PARALLELISM,
					Integer.toString(Math.max(LEAST, Runtime.getRuntime().availableProcessors())));
		}
	}

}

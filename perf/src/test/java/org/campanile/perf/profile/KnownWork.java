package org.campanile.perf.profile;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A process with a known profile. It prints a line after each round of work, and ends
 * when its input ends.
 */
public final class KnownWork {

	private static final long ROUND_NANOS = 100_000_000;

	private static final Crumb[] CRUMBS = new Crumb[5_000];

	private static volatile long sink;

	private KnownWork() {
	}

	/** The monitor that two threads contend for. */
	static final class Gate {

	}

	/** An object that is created in large numbers. */
	record Crumb(long a, long b, long c, long d, long e, long f) {
	}

	public static void main(String[] arguments) throws IOException {
		Gate gate = new Gate();
		ReentrantLock lock = new ReentrantLock();
		daemon(() -> hold(gate, lock));
		daemon(() -> hold(gate, lock));
		daemon(KnownWork::rounds);
		while (System.in.read() >= 0) {
			// The input has ended.
		}
	}

	private static void daemon(Runnable work) {
		Thread.ofPlatform().daemon().start(() -> {
			while (true) {
				work.run();
			}
		});
	}

	private static void rounds() {
		long end = System.nanoTime() + ROUND_NANOS;
		while (System.nanoTime() < end) {
			sink = burn(sink);
			crumble();
		}
		System.out.println("round");
	}

	private static void hold(Gate gate, ReentrantLock lock) {
		synchronized (gate) {
			burn(0);
			burn(0);
		}
		lock.lock();
		try {
			burn(0);
			burn(0);
		}
		finally {
			lock.unlock();
		}
	}

	static long burn(long seed) {
		long value = seed;
		for (int i = 0; i < 3_000_000; i++) {
			value = value * 6_364_136_223_846_793_005L + i;
		}
		return value;
	}

	/**
	 * Allocates crumbs only: allocations are sampled, and a few objects of other types
	 * could by chance outweigh many crumbs.
	 */
	private static void crumble() {
		for (int i = 0; i < CRUMBS.length; i++) {
			CRUMBS[i] = new Crumb(i, i, i, i, i, i);
		}
		sink += CRUMBS.length;
	}

}

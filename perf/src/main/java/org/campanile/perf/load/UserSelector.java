package org.campanile.perf.load;

import java.math.BigInteger;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import org.campanile.perf.load.LoadPlan.Choice;

/** Tells who is next. Thread-safe. */
final class UserSelector {

	/** The golden ratio's part of a walk through everybody that looks like no order. */
	private static final double STRIDE = 0.6180339887498949;

	private final int size;

	private final Choice choice;

	private final long stride;

	private final AtomicLong count = new AtomicLong();

	UserSelector(Population population, Choice choice) {
		this.size = population.size();
		this.choice = choice;
		this.stride = coprime(size);
	}

	/** The number of the next person. */
	int next() {
		long index = count.getAndIncrement();
		return switch (choice) {
			case RANDOM -> ThreadLocalRandom.current().nextInt(size);
			case IN_ORDER -> (int) (index % size);
			case ONCE_EACH -> (int) (index % size * stride % size);
		};
	}

	private static long coprime(int size) {
		long candidate = Math.max(1, (long) (size * STRIDE));
		while (!BigInteger.valueOf(candidate).gcd(BigInteger.valueOf(size)).equals(BigInteger.ONE)) {
			candidate++;
		}
		return candidate;
	}

}

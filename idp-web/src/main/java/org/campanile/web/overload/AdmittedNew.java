package org.campanile.web.overload;

/**
 * Counts the admissions of requests that begin a sign-on, in periods of the same length.
 * Guarded by the lock of its {@link Admission}, except the capacity.
 */
final class AdmittedNew {

	/** So few are not enough to learn from. */
	private static final int LEAST = 8;

	private final long period;

	private long begun;

	private int count;

	private boolean othersWaited = true;

	/**
	 * The count of the last whole period in which others waited all the time; -1 if there
	 * was none.
	 */
	private volatile int capacity = -1;

	/**
	 * @param period in nanoseconds
	 */
	AdmittedNew(long period) {
		this.period = period;
	}

	/** Returns the measured capacity; -1 if it is not known. Lock-free. */
	int capacity() {
		return capacity;
	}

	/**
	 * Notes that such a request was admitted.
	 * @param othersWait whether others still wait
	 */
	void admitted(long now, boolean othersWait) {
		if (now - begun >= period) {
			boolean whole = othersWaited && now - begun < 2 * period;
			capacity = whole ? Math.max(count, LEAST) : -1;
			begun = now;
			count = 0;
			othersWaited = true;
		}
		count++;
		othersWaited &= othersWait;
	}

}

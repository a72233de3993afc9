package org.campanile.web.overload;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Passwords that are on their way: somebody was sent to the login page or shown it a
 * moment ago, and nothing has come back. They speak for places only while passwords have
 * to wait at all: a node that keeps up need not hold anybody back for them. Guarded by
 * the lock of the {@link Admission} that has it.
 */
final class ExpectedPasswords {

	private final Deque<Long> left = new ArrayDeque<>();

	private final long moment;

	private long lastWaited;

	private boolean everWaited;

	/**
	 * @param moment for so long somebody is expected back, and so long after one had to
	 * wait the node counts as one that does not keep up
	 */
	ExpectedPasswords(long moment) {
		this.moment = moment;
	}

	/** Somebody has left for the login page, or with it. */
	void leftFor(long now) {
		left.addLast(now);
		forget(now);
	}

	/** Somebody has come back, for the page or with a password; who does not matter. */
	void arrived() {
		left.pollFirst();
	}

	/** A password has no place yet. */
	void waits(long now) {
		lastWaited = now;
		everWaited = true;
	}

	int count(long now) {
		if (!everWaited || now - lastWaited >= moment) {
			return 0;
		}
		forget(now);
		return left.size();
	}

	private void forget(long now) {
		while (!left.isEmpty() && now - left.getFirst() >= moment) {
			left.removeFirst();
		}
	}

}

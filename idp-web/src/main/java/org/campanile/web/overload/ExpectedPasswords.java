package org.campanile.web.overload;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Passwords that are on their way: somebody was shown the login page a moment ago, and
 * nothing has come back. They speak for places only while passwords have to wait at all,
 * for people take longer than that to type, and a node that keeps up need not hold
 * anybody back for them. Guarded by the lock of the {@link Admission} that has it.
 */
final class ExpectedPasswords {

	private final Deque<Long> shown = new ArrayDeque<>();

	private final long moment;

	private long lastWaited;

	private boolean everWaited;

	/**
	 * @param moment for so long after its page a password is expected, and so long after
	 * one had to wait the node counts as one that does not keep up
	 */
	ExpectedPasswords(long moment) {
		this.moment = moment;
	}

	/** Somebody was shown the login page. */
	void shown(long now) {
		shown.addLast(now);
		forget(now);
	}

	/** A password has come; whose does not matter. */
	void arrived() {
		shown.pollFirst();
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
		return shown.size();
	}

	private void forget(long now) {
		while (!shown.isEmpty() && now - shown.getFirst() >= moment) {
			shown.removeFirst();
		}
	}

}

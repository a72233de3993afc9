package org.campanile.web.overload;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The expected passwords: users recently sent to the login page or shown it, without a
 * request since. They reserve permits only while passwords have to wait at all: a node
 * that keeps up need not hold requests back for them. Guarded by the lock of its
 * {@link Admission}.
 */
final class ExpectedPasswords {

	private final Deque<Long> sent = new ArrayDeque<>();

	private final long window;

	private long lastWaited;

	private boolean everWaited;

	/**
	 * @param window how long a user is expected back, and how long the node counts as not
	 * keeping up after a password had to wait
	 */
	ExpectedPasswords(long window) {
		this.window = window;
	}

	/** Notes that a user was redirected to the login page, or shown it. */
	void loginPageSent(long now) {
		sent.addLast(now);
		removeExpired(now);
	}

	/**
	 * Notes that a request for the page or with a password has arrived, from any user.
	 */
	void arrived() {
		sent.pollFirst();
	}

	/** A password has no permit yet. */
	void passwordWaits(long now) {
		lastWaited = now;
		everWaited = true;
	}

	int count(long now) {
		if (!everWaited || now - lastWaited >= window) {
			return 0;
		}
		removeExpired(now);
		return sent.size();
	}

	private void removeExpired(long now) {
		while (!sent.isEmpty() && now - sent.getFirst() >= window) {
			sent.removeFirst();
		}
	}

}

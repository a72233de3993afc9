package org.campanile.web.overload;

import java.util.Locale;

/** Kinds of requests in the order of their priority: the first has the most to lose. */
enum RequestKind {

	/** A submitted password. */
	LOGIN(Priority.LOGIN),
	/** A browser with a session token; the session may have ended. */
	SESSION(Priority.WORK),
	/**
	 * The user was redirected to the login page, or the request is a POST, with which the
	 * browser sends no session cookie.
	 */
	UNDER_WAY(Priority.WORK),
	/** The first request of a sign-on. */
	NEW(Priority.WORK);

	private final Priority priority;

	RequestKind(Priority priority) {
		this.priority = priority;
	}

	Priority priority() {
		return priority;
	}

	/** The kind in metrics and in the audit log. */
	String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}

package org.campanile.web.overload;

import java.util.Locale;

/** Who asks, in the order in which places are given: the first has the most to lose. */
enum RequestKind {

	/** A person who has typed a password. */
	LOGIN(Lane.LOGIN),
	/** A browser with the token of a session; the session may have ended. */
	SESSION(Lane.WORK),
	/**
	 * Sent on to the login page, or a request by POST, whose session the browser does not
	 * show.
	 */
	UNDER_WAY(Lane.WORK),
	/** The first request of a sign-on. */
	NEW(Lane.WORK);

	private final Lane lane;

	RequestKind(Lane lane) {
		this.lane = lane;
	}

	Lane lane() {
		return lane;
	}

	/** The kind in metrics and in the audit log. */
	String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}

package org.campanile.logout;

/** What the service that asked for a logout is answered. */
public enum LogoutStatus {

	/** Every session has ended, at every service. */
	SUCCESS,

	/**
	 * The session here has ended, or is about to, but not everything is known to have.
	 */
	PARTIAL,

	/** There is no session of that handle and name at this service; nothing ended. */
	UNKNOWN_SESSION,

	/** The store failed before anything ended. */
	FAILED;

	/** How that outcome is answered, if no more services are asked. */
	public static LogoutStatus of(LogoutOutcome outcome) {
		if (outcome.nothingFound()) {
			return UNKNOWN_SESSION;
		}
		return outcome.complete() ? SUCCESS : PARTIAL;
	}

}

package org.campanile.logout;

/** The status reported to the service that asked for a logout. */
public enum LogoutStatus {

	/** Every session has ended, at every service. */
	SUCCESS,

	/**
	 * The session here has ended, or is about to, but a service may not have ended its
	 * own.
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

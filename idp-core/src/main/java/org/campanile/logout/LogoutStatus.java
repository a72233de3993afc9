package org.campanile.logout;

/** The status reported to the service that initiated a logout. */
public enum LogoutStatus {

	/** Every session has been terminated, at every service. */
	SUCCESS,

	/**
	 * The session at this server has been or will be terminated, but a service may not
	 * have terminated its own.
	 */
	PARTIAL,

	/**
	 * There is no session of that handle and name at this service; nothing was
	 * terminated.
	 */
	UNKNOWN_SESSION,

	/** The store failed before anything was terminated. */
	FAILED;

	/** The status for an outcome if no more services are notified. */
	public static LogoutStatus of(LogoutOutcome outcome) {
		if (outcome.nothingFound()) {
			return UNKNOWN_SESSION;
		}
		return outcome.complete() ? SUCCESS : PARTIAL;
	}

}

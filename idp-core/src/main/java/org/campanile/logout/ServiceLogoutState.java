package org.campanile.logout;

/** The state of a service in a logout. */
public enum ServiceLogoutState {

	/**
	 * The service confirmed that it terminated its session, or it initiated the logout
	 * itself.
	 */
	ENDED,
	/** The service responded that it did not terminate its session, or only in part. */
	REFUSED,
	/** A request was sent, and no valid response arrived in time. */
	NO_ANSWER,
	/** The service offers no endpoint for logout requests, or is no longer known. */
	CANNOT_BE_ASKED,
	/** The service can be notified through the browser, and has not been yet. */
	TO_ASK_BY_FRONT_CHANNEL

}

package org.campanile.saml.logout;

import org.campanile.logout.LogoutOutcome;
import org.campanile.saml.StatusCode;

/** How a logout is answered to the service that asked for it (SAML Core 3.7.3.2). */
public enum LogoutStatus {

	/** Every session has ended, at every service. */
	SUCCESS(StatusCode.SUCCESS),
	/**
	 * The session here has ended, or is about to, but not everything is known to have.
	 */
	PARTIAL(StatusCode.PARTIAL_LOGOUT),
	/** There is no session of that identifier and name at this service; nothing ended. */
	UNKNOWN_SESSION(StatusCode.UNKNOWN_PRINCIPAL),
	/** The store failed before anything ended. */
	FAILED(StatusCode.RESPONDER),
	/** The person, or the configuration, says no. */
	DENIED(StatusCode.REQUEST_DENIED);

	private final StatusCode code;

	LogoutStatus(StatusCode code) {
		this.code = code;
	}

	/** The status in the answer. */
	public StatusCode code() {
		return code;
	}

	/** How that outcome is answered, if no more services are asked. */
	public static LogoutStatus of(LogoutOutcome outcome) {
		if (outcome.nothingFound()) {
			return UNKNOWN_SESSION;
		}
		return outcome.complete() ? SUCCESS : PARTIAL;
	}

}

package org.campanile.web.fault;

import org.campanile.web.page.Problem;

/**
 * What goes wrong between a browser and this server, besides faults of SAML messages
 * ({@link org.campanile.saml.FaultCode}) and of passwords. The name stands on the error
 * page and in the audit line; each is explained, with the remedy, in
 * {@code docs/errors.md}.
 */
public enum IncidentReason {

	/** The login was begun too long ago. */
	LOGIN_EXPIRED,
	/** The login was begun in another browser, or its cookies are gone. */
	LOGIN_OF_ANOTHER_BROWSER,
	/** The login page was opened by itself, as from a bookmark. */
	LOGIN_WITHOUT_SERVICE,
	/** A form that did not come from this server in this browser. */
	FORGED_FORM,
	/** The service's metadata was removed during the login. */
	SERVICE_GONE,
	/** The page of a logout that is over, or never was. */
	LOGOUT_EXPIRED,
	/** Sessions cannot be read or written. */
	STORE_UNAVAILABLE,
	/** A user's session cannot be read just now, and the page tries again by itself. */
	STORE_WAITING,
	/** A source of attributes that logins are refused without does not answer. */
	SOURCE_UNAVAILABLE,
	/** More was sent than is read. */
	BODY_TOO_LARGE,
	/** The body of a request did not come in time. */
	BODY_TOO_SLOW,
	/** Parameters that cannot be decoded. */
	PARAMETERS_UNREADABLE,
	/** The container turned the request down before anything of ours saw it. */
	REQUEST_REFUSED,
	/** Nothing at this address. */
	NOT_FOUND,
	/** The address exists, but not for this method. */
	METHOD_NOT_ALLOWED,
	/** More is asked than can be done just now. */
	TRY_LATER,
	/** Refused before anything was done, as more is asked than can be served. */
	OVERLOADED,
	/** A fault of the server. */
	SERVER_ERROR;

	/** The reason for what the container answers by status alone. */
	static IncidentReason ofStatus(Problem problem) {
		return switch (problem) {
			case FORGED_FORM -> FORGED_FORM;
			case NOT_FOUND -> NOT_FOUND;
			case METHOD_NOT_ALLOWED -> METHOD_NOT_ALLOWED;
			case TOO_LARGE -> BODY_TOO_LARGE;
			case TOO_SLOW -> BODY_TOO_SLOW;
			case TRY_LATER -> TRY_LATER;
			case SERVER_ERROR -> SERVER_ERROR;
			default -> REQUEST_REFUSED;
		};
	}

}

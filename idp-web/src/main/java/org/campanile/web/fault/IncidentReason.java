package org.campanile.web.fault;

import org.campanile.web.page.Problem;

/**
 * The failures between a browser and this server, except faults of SAML messages
 * ({@link org.campanile.saml.FaultCode}) and failed logins. The name is part of the code
 * on the error page and in the audit line; {@code docs/errors.md} explains each and names
 * the remedy.
 */
public enum IncidentReason {

	/** The login was begun too long ago. */
	LOGIN_EXPIRED(Problem.LOGIN_EXPIRED),
	/** The login was begun in another browser, or its cookies are gone. */
	LOGIN_OF_ANOTHER_BROWSER(Problem.FORGED_FORM),
	/** The login page was opened directly, for instance from a bookmark. */
	LOGIN_WITHOUT_SERVICE(Problem.LOGIN_EXPIRED),
	/** A form that did not come from this server in this browser. */
	FORGED_FORM(Problem.FORGED_FORM),
	/** The service's metadata was removed during the login. */
	SERVICE_GONE(Problem.UNKNOWN_SERVICE),
	/** The page of a logout that is over, or never was. */
	LOGOUT_EXPIRED(Problem.LOGOUT_EXPIRED),
	/** Sessions cannot be read or written. */
	STORE_UNAVAILABLE(Problem.STORE_DOWN),
	/** A user's session cannot be read just now, and the page tries again by itself. */
	STORE_WAITING(Problem.STORE_WAITING),
	/** A source of attributes that logins are refused without does not answer. */
	SOURCE_UNAVAILABLE(Problem.STORE_DOWN),
	/** The request was larger than allowed. */
	BODY_TOO_LARGE(Problem.TOO_LARGE),
	/** The body of a request did not come in time. */
	BODY_TOO_SLOW(Problem.TOO_SLOW),
	/** Parameters that cannot be decoded. */
	PARAMETERS_UNREADABLE(Problem.REQUEST_REFUSED),
	/** The container refused the request before it reached the application. */
	REQUEST_REFUSED(Problem.REQUEST_REFUSED),
	/** There is no such page. */
	NOT_FOUND(Problem.NOT_FOUND),
	/** The address exists, but not for this method. */
	METHOD_NOT_ALLOWED(Problem.METHOD_NOT_ALLOWED),
	/** There are currently more requests than can be served. */
	TRY_LATER(Problem.TRY_LATER),
	/**
	 * The request was refused before any processing, because there are more requests than
	 * can be served.
	 */
	OVERLOADED(Problem.OVERLOADED),
	/** A fault of the server. */
	SERVER_ERROR(Problem.SERVER_ERROR);

	private final Problem problem;

	IncidentReason(Problem problem) {
		this.problem = problem;
	}

	/** The page shown by default. */
	public Problem problem() {
		return problem;
	}

	/** The reason for an error that the container reports only by status. */
	static IncidentReason ofStatus(int status) {
		return switch (status) {
			case 403 -> FORGED_FORM;
			case 404 -> NOT_FOUND;
			case 405 -> METHOD_NOT_ALLOWED;
			case 408 -> BODY_TOO_SLOW;
			case 413 -> BODY_TOO_LARGE;
			case 503 -> TRY_LATER;
			default -> status < 500 ? REQUEST_REFUSED : SERVER_ERROR;
		};
	}

}

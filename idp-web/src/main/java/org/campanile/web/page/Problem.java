package org.campanile.web.page;

import java.util.Locale;

/** The problems that users can be shown; each has its own page. */
public enum Problem {

	/** No directory answers. */
	DIRECTORY_DOWN(503, Remedy.LATER),
	/** No directory answers, and a user with a session has to authenticate again. */
	DIRECTORY_DOWN_SIGNED_IN(503, Remedy.LATER),
	/** The system that checks a further factor does not answer. */
	FACTOR_DOWN(503, Remedy.LATER),
	/** The user has enrolled no factor that is asked for. */
	FACTOR_MISSING(403, Remedy.HELP),
	/**
	 * The session or one-time store, or a source of attributes that logins need, does not
	 * answer.
	 */
	STORE_DOWN(503, Remedy.LATER),
	/**
	 * The store does not answer, and the user has a session: the page retries by itself.
	 */
	STORE_WAITING(503, Remedy.WAIT),
	/** The password is right but has expired. */
	PASSWORD_EXPIRED(403, Remedy.CHANGE_PASSWORD),
	/** The password is right but must be changed first. */
	PASSWORD_MUST_CHANGE(403, Remedy.CHANGE_PASSWORD),
	/** Whether a new password was accepted is not known. */
	PASSWORD_CHANGE_UNCERTAIN(503, Remedy.START_AGAIN),
	/** The account is locked. */
	ACCOUNT_LOCKED(403, Remedy.HELP),
	/** The account is disabled or has expired. */
	ACCOUNT_DISABLED(403, Remedy.HELP),
	/** The login page was bookmarked, or is too old. */
	LOGIN_EXPIRED(400, Remedy.START_AGAIN),
	/** There is no metadata for the requesting service. */
	UNKNOWN_SERVICE(400, Remedy.HELP),
	/** The service's request cannot be understood or trusted. */
	REQUEST_REFUSED(400, Remedy.LATER),
	/** The service's request was answered before. */
	ALREADY_ANSWERED(400, Remedy.START_AGAIN),
	/** A service's message about a logout cannot be understood or trusted. */
	LOGOUT_REFUSED(400, Remedy.LATER),
	/** The page of a logout that is over, or never was. */
	LOGOUT_EXPIRED(400, Remedy.LATER),
	/** A logout cannot continue while the store does not answer. */
	LOGOUT_UNAVAILABLE(503, Remedy.LATER),
	/** The request was larger than allowed. */
	TOO_LARGE(413, Remedy.START_AGAIN),
	/** A request's body did not come in time. */
	TOO_SLOW(408, Remedy.START_AGAIN),
	/** Policy denies access to this user or this service. */
	NOT_ALLOWED(403, Remedy.HELP),
	/** The user does not agree to what the service would receive. */
	CONSENT_DECLINED(403, Remedy.START_AGAIN),
	/** The user does not accept the terms of use. */
	TERMS_DECLINED(403, Remedy.START_AGAIN),
	/** A form that did not come from this server's page, or came from an older one. */
	FORGED_FORM(403, Remedy.START_AGAIN),
	/** There is no such page. */
	NOT_FOUND(404, Remedy.START_AGAIN),
	/** The address exists, but not for this method. */
	METHOD_NOT_ALLOWED(405, Remedy.START_AGAIN),
	/** An internal error. */
	SERVER_ERROR(500, Remedy.LATER),
	/** There are currently more requests than can be served. */
	TRY_LATER(503, Remedy.LATER),
	/**
	 * There are more requests than can be served, and this one was refused before any
	 * processing, so that nothing is lost.
	 */
	OVERLOADED(503, Remedy.LATER);

	private final int status;

	private final Remedy remedy;

	private final String key;

	Problem(int status, Remedy remedy) {
		this.status = status;
		this.remedy = remedy;
		this.key = "problem." + name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** The HTTP status of the problem's page. */
	public int status() {
		return status;
	}

	Remedy remedy() {
		return remedy;
	}

	/** Returns the prefix of the keys of the problem's texts. */
	String key() {
		return key;
	}

	/** The action that the page offers as a button, if its URL is known. */
	enum Remedy {

		/** A link to the service, to start again. */
		START_AGAIN,
		/**
		 * A link to start again, which is not emphasized, as it may currently fail again.
		 */
		LATER,
		/** The advice of {@link #LATER}, unless the page retries by itself. */
		WAIT,
		/** A link to the page where passwords are changed. */
		CHANGE_PASSWORD,
		/** A link to the help page. */
		HELP;

		boolean leadsToTheService() {
			return this == START_AGAIN || this == LATER || this == WAIT;
		}

	}

}

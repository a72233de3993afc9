package org.campanile.web.page;

import java.util.Locale;

/** What can go wrong; each has a page of its own. */
public enum Problem {

	/** No directory answers. */
	DIRECTORY_DOWN(503, Remedy.LATER),
	/** The same, for a user with a session whose password is asked again. */
	DIRECTORY_DOWN_SIGNED_IN(503, Remedy.LATER),
	/** What checks a further factor does not answer. */
	FACTOR_DOWN(503, Remedy.LATER),
	/**
	 * The session or one-time store, or a source of attributes that logins need, does not
	 * answer.
	 */
	STORE_DOWN(503, Remedy.LATER),
	/** The same, for a user with a session: the page tries again by itself. */
	STORE_WAITING(503, Remedy.WAIT),
	/** The password is right but has expired. */
	PASSWORD_EXPIRED(403, Remedy.CHANGE_PASSWORD),
	/** The password is right but must be changed first. */
	PASSWORD_MUST_CHANGE(403, Remedy.CHANGE_PASSWORD),
	/** The account is locked. */
	ACCOUNT_LOCKED(403, Remedy.HELP),
	/** The account is disabled or has expired. */
	ACCOUNT_DISABLED(403, Remedy.HELP),
	/** The login page was bookmarked, or is too old. */
	LOGIN_EXPIRED(400, Remedy.START_AGAIN),
	/** No metadata for the service that asks. */
	UNKNOWN_SERVICE(400, Remedy.HELP),
	/** The service's request cannot be understood or trusted. */
	REQUEST_REFUSED(400, Remedy.LATER),
	/** The service's request was answered before. */
	ALREADY_ANSWERED(400, Remedy.START_AGAIN),
	/** A service's message about a logout cannot be understood or trusted. */
	LOGOUT_REFUSED(400, Remedy.LATER),
	/** The page of a logout that is over, or never was. */
	LOGOUT_EXPIRED(400, Remedy.LATER),
	/** A logout cannot go on while the store does not answer. */
	LOGOUT_UNAVAILABLE(503, Remedy.LATER),
	/** More was sent than is read. */
	TOO_LARGE(413, Remedy.START_AGAIN),
	/** A request's body did not come in time. */
	TOO_SLOW(408, Remedy.START_AGAIN),
	/** Policy denies access to this user or this service. */
	NOT_ALLOWED(403, Remedy.HELP),
	/** A form that did not come from our page, or came from an older one. */
	FORGED_FORM(403, Remedy.START_AGAIN),
	/** Nothing at this address. */
	NOT_FOUND(404, Remedy.START_AGAIN),
	/** The address exists, but not for this method. */
	METHOD_NOT_ALLOWED(405, Remedy.START_AGAIN),
	/** A fault of ours. */
	SERVER_ERROR(500, Remedy.LATER),
	/** More is asked of us than we can do just now. */
	TRY_LATER(503, Remedy.LATER),
	/** The same, said before anything was done; nothing is lost. */
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

	/** The beginning of the keys of its texts. */
	String key() {
		return key;
	}

	/** What the page offers as a button, where the address for it is known. */
	enum Remedy {

		/** The service, to begin anew. */
		START_AGAIN,
		/**
		 * The same, but it may fail again just now: not the first thing to do, and so no
		 * button that stands out.
		 */
		LATER,
		/** As {@link #LATER}, where the page does not try again by itself. */
		WAIT,
		/** The page to change a password. */
		CHANGE_PASSWORD,
		/** The help page. */
		HELP;

		boolean leadsToTheService() {
			return this == START_AGAIN || this == LATER || this == WAIT;
		}

	}

}

package org.campanile.perf.load;

/** Kinds of requests, as they are named in results and in Gatling's own report. */
public final class RequestKind {

	/** From the start of a sign-on to the login page, redirects included. */
	public static final String FORM = "form";

	/** From the password to the page that carries the answer. */
	public static final String LOGIN = "login";

	/** From the start of a sign-on to the page that carries the answer. */
	public static final String SSO = "sso";

	public static final String LOGOUT = "logout";

	/** A wrong password and the page that says so. */
	public static final String REFUSED = "refused";

	/** Anything answered by an error status: how fast a server says no. */
	public static final String REJECTED = "rejected";

	/** The answer carried to the service, and its page. */
	public static final String DELIVERY = "delivery";

	/** A protected page of the service. */
	public static final String PAGE = "page";

	private RequestKind() {
	}

}

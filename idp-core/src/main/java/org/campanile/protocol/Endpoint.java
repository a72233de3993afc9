package org.campanile.protocol;

/**
 * A path that is served, with everything that filters need: how requests are admitted
 * under load, whether they wait for the store, whether forms of other sites may be posted
 * to it, whether a proxy may repeat a request on another node, and whether a browser may
 * prefetch it.
 *
 * @param path below the context path, beginning with a slash; compared exactly
 * @param kind the purpose of requests to it
 * @param crossSite whether its protocol posts forms from other sites to it, so that it
 * requires no CSRF token; the protocol's messages have their own protection; always so
 * for {@link Kind#BACK_CHANNEL}
 */
public record Endpoint(String path, Kind kind, boolean crossSite) {

	/**
	 * @throws IllegalArgumentException if the path does not begin with a slash
	 */
	public Endpoint {
		if (!path.startsWith("/")) {
			throw new IllegalArgumentException("An endpoint's path begins with a slash: " + path);
		}
		crossSite = crossSite || kind == Kind.BACK_CHANNEL;
	}

	/**
	 * The purpose of requests to an endpoint. Except for {@link #OTHER}, GET has side
	 * effects, so HEAD is refused; and so is prefetching, except where servers call.
	 */
	public enum Kind {

		/**
		 * The login page: GET continues a sign-on in progress, POST submits a password.
		 * Both may wait for the store.
		 */
		LOGIN,
		/**
		 * The start of a sign-on: counts as new under overload, may wait for the store,
		 * and is repeated on another node while this one cannot reach the store.
		 */
		SIGN_ON,
		/**
		 * The start of a sign-on by POST, which proxies do not repeat; the browser is
		 * redirected to the login page at once, so it counts as in progress. It may wait
		 * for the store.
		 */
		SIGN_ON_BY_POST,
		/** A logout, which relieves the server and never waits for a permit. */
		LOGOUT,
		/**
		 * A call from a server, frequent and one for each page or login: a ticket is
		 * validated, a page permitted. It never waits for a permit, since its login or
		 * page has been admitted and a refusal would waste that; its callers' connections
		 * limit it. It does not wait for the store beyond an operation's deadline,
		 * because callers have short ones; like {@link #SIGN_ON}, a GET is repeated on
		 * another node while this one cannot reach the store. Proxies forward their
		 * client's headers, so that a prefetching browser is no reason to refuse.
		 */
		BACK_CHANNEL,
		/** Requests with negligible cost. */
		OTHER

	}

}

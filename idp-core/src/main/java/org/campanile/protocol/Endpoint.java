package org.campanile.protocol;

/**
 * An address that is served, with all that filters need to know of it: how it is admitted
 * under load, whether it waits for the store, whether forms of other sites may be sent to
 * it, whether a proxy may repeat a request at another node, and whether a browser may
 * fetch it ahead.
 *
 * @param path below the context path, beginning with a slash; compared exactly
 * @param kind what requests to it are for
 * @param crossSite whether other sites' forms are sent to it by nature, so that it needs
 * no CSRF token; the messages protect themselves
 */
public record Endpoint(String path, Kind kind, boolean crossSite) {

	/**
	 * @throws IllegalArgumentException if the path does not begin with a slash
	 */
	public Endpoint {
		if (!path.startsWith("/")) {
			throw new IllegalArgumentException("An endpoint's path begins with a slash: " + path);
		}
	}

	/**
	 * What requests to an endpoint are for. GET does more than show something at all but
	 * {@link #OTHER}, so that HEAD and prefetching are refused there.
	 */
	public enum Kind {

		/**
		 * The login page: GET goes on with a sign-on that is under way, POST brings a
		 * password. Both may wait for the store.
		 */
		LOGIN,
		/**
		 * A sign-on begins here: it counts as new when there is too much to do, may wait
		 * for the store, and is repeated at another node while this one does not reach
		 * the store.
		 */
		SIGN_ON,
		/**
		 * A sign-on begins here by POST, which no proxy repeats; the browser is led on to
		 * the login page at once, so it counts as under way. It may wait for the store.
		 */
		SIGN_ON_BY_POST,
		/** A logout, which relieves the server and is never made to wait. */
		LOGOUT,
		/** Whatever costs next to nothing. */
		OTHER

	}

}

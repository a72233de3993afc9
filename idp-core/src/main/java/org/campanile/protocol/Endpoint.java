package org.campanile.protocol;

/**
 * An address of a protocol, with all that filters need to know of it: how it is admitted
 * under load, whether forms of other sites may be sent to it, and whether a proxy may
 * repeat a request at another node.
 *
 * @param path below the context path, beginning with a slash; compared exactly
 * @param kind what requests to it are for
 * @param crossSite whether other sites' forms are sent to it by nature, so that it needs
 * no CSRF token; the messages protect themselves
 */
public record Endpoint(String path, Kind kind, boolean crossSite) {

	/** What requests to an endpoint are for. */
	public enum Kind {

		/**
		 * A sign-on begins here: it counts as new when there is too much to do, may wait
		 * for the store, and is repeated at another node while this one does not reach
		 * the store.
		 */
		SIGN_ON,
		/**
		 * A sign-on begins here by POST, which no proxy repeats; the browser is led on to
		 * the login page at once, so it counts as under way.
		 */
		SIGN_ON_BY_POST,
		/** A logout, which relieves the server and is never made to wait. */
		LOGOUT,
		/** Whatever costs next to nothing. */
		OTHER

	}

}

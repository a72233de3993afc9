package org.campanile.session;

/** The outcome of an update that expects the version its caller read. */
public sealed interface SessionUpdate {

	/**
	 * The new state is stored.
	 *
	 * @param version the session's version from now on
	 */
	record Updated(long version) implements SessionUpdate {
	}

	/**
	 * Another caller was first; nothing was changed.
	 */
	record Stale(StoredSession current) implements SessionUpdate {
	}

	/** The session no longer exists; nothing was changed. */
	record Gone() implements SessionUpdate {
	}

}

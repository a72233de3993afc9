package org.campanile.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * Stores single sign-on sessions, whose content is opaque to it. Thread-safe; every
 * operation may be called by any node of a cluster at any time.
 * <p>
 * A session is live while the injected clock is earlier than both its idle and its
 * absolute expiry. Otherwise it is invisible to every operation, whether or not it was
 * purged. Every operation throws {@link StoreUnavailableException} if its outcome is not
 * known within the store's deadline.
 */
public interface SessionStore {

	/** The largest state, in bytes, of a session and of a service in it. */
	int MAX_STATE = 65_536;

	/** The maximum number of sessions in a page of a look-up. */
	int MAX_PAGE = 1_000;

	/**
	 * Stores a new session together with its services. Visible on every node, and found
	 * by its user and services, when this returns.
	 * @param session its version is 1
	 * @return false, with the stored one unchanged, if a live session of that key exists
	 * @throws IllegalArgumentException if a state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean create(StoredSession session) throws StoreUnavailableException;

	/** The live session of that key, never from a stale cache; empty if there is none. */
	Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException;

	/**
	 * Replaces a session's state, unless it has changed since the caller read it. Atomic;
	 * of several callers with the same version exactly one updates, and every node reads
	 * the new state when this returns. Both expiries, principal and services are
	 * unchanged, and so is the time for which the backend keeps the session.
	 * @param version the {@linkplain StoredSession#version() version} that the caller
	 * read
	 * @param state the new state
	 * @return {@link SessionUpdate.Updated} with the new version;
	 * {@link SessionUpdate.Stale} with the current session, unchanged, if it has another
	 * version; {@link SessionUpdate.Gone} if there is no live one, which is never created
	 * anew
	 * @throws IllegalArgumentException if the state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 * @throws StoreUnavailableException if the outcome is unknown: the state may have
	 * been replaced, and a repeated call then finds another version
	 */
	SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException;

	/**
	 * Adds a service. Atomic and commutative: services added concurrently are all kept.
	 * Adding one with the same hash again has no effect.
	 * @return false if the session no longer exists; it is never created anew
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException;

	/**
	 * Extends the idle expiry. Never moves it backwards or past the absolute expiry, and
	 * never revives a session that no longer exists, which is not reported. Neither
	 * version nor state changes. Weaker than the other operations: a touch may be
	 * delayed, merged with others, or lost, so another node may read the previous expiry
	 * for a while, and a session may expire early.
	 * @param idleExpiresAt the new idle expiry; limited to the absolute expiry
	 * @throws StoreUnavailableException if it failed at once; a delayed touch that fails
	 * later is lost and counted
	 */
	void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException;

	/**
	 * Terminates a session. Of several callers exactly one receives it, with all its
	 * services; once this returns, the session is gone on every node and from every
	 * look-up.
	 * @return empty if it did not exist
	 */
	Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException;

	/**
	 * The live sessions of a user, by index, in the order of their keys. Sessions that
	 * begin or end meanwhile may or may not be included; all others are included exactly
	 * once.
	 * @param principalHash as in {@link StoredSession#principalHash()}, compared exactly
	 * @param after the last key of the previous page; {@link SessionKey#FIRST} for the
	 * first
	 * @param limit the maximum number returned, 1 to {@link #MAX_PAGE}; fewer only on the
	 * last page
	 */
	List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException;

	/**
	 * The live sessions in which a service received an identifier, by index, in the order
	 * of their keys; paged as {@link #findByPrincipal}.
	 * @param identifierHash as in {@link StoredService#identifierHash()}, compared
	 * exactly
	 */
	List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException;

	/**
	 * The approximate number of live sessions on all nodes; 0 if there are none. For
	 * administrators and metrics: sessions that begin or end meanwhile, or that have
	 * expired but are not purged yet, may or may not be included. Counts without reading
	 * the sessions, so its memory use does not grow with their number.
	 * @throws StoreUnavailableException if they cannot be counted in time; a partial
	 * count is never returned
	 */
	long count() throws StoreUnavailableException;

	/**
	 * Fails if a backend may not store the state. Backends call it before they store one.
	 * @throws IllegalArgumentException if it is larger than {@link #MAX_STATE}
	 */
	static void requireStorable(byte[] state) {
		if (state.length > MAX_STATE) {
			throw new IllegalArgumentException("a state of " + state.length + " bytes is over " + MAX_STATE);
		}
	}

}

package org.campanile.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * Where single sign-on sessions live. A backend stores what it is given and understands
 * none of it. Thread-safe; every operation may be called by any node of a cluster at any
 * time.
 * <p>
 * A session is live while the injected clock reads earlier than both its ends. One that
 * is not live is invisible to every operation, whether or not it was purged. Every
 * operation throws {@link StoreUnavailableException} when its outcome is not known within
 * the store's deadline.
 */
public interface SessionStore {

	/** The largest state, in bytes, of a session and of a service in it. */
	int MAX_STATE = 65_536;

	/** The most sessions that one page of a look-up may hold. */
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
	 * the new state when this returns. Both ends, principal and services stay, and so
	 * does the time for which the backend keeps the session.
	 * @param version the {@linkplain StoredSession#version() version} that the caller
	 * read
	 * @param state the new state
	 * @return {@link SessionUpdate.Updated} with the new version;
	 * {@link SessionUpdate.Stale} with the session as it is, unchanged, if it has another
	 * version; {@link SessionUpdate.Gone} if there is no live one, which is never created
	 * anew
	 * @throws IllegalArgumentException if the state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 * @throws StoreUnavailableException if the outcome is not known: the state may have
	 * been replaced, and a repeated call then finds another version
	 */
	SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException;

	/**
	 * Adds a service. Atomic and commutative: of services added at once all stay. Adding
	 * one of the same hash again keeps the first and does nothing else.
	 * @return false if the session is gone; it is never created anew
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException;

	/**
	 * Moves the idle end. Never backwards, never past the absolute end, never reviving a
	 * session that is gone, which is not reported. Neither version nor state changes.
	 * Weaker than the other operations: it may be delayed, merged with other touches, or
	 * lost, so another node may read the previous end for a while, and a session may end
	 * early.
	 * @param idleExpiresAt the new idle end; what is later than the absolute end stands
	 * for that
	 * @throws StoreUnavailableException if it failed at once; one that fails later, where
	 * a backend delays touches, is lost and counted
	 */
	void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException;

	/**
	 * Ends a session. Of several callers exactly one receives it, with every service in
	 * it; once this returns it is dead on every node, and in no look-up.
	 * @return empty if it was gone
	 */
	Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException;

	/**
	 * The live sessions of a user, by index, in the order of their keys. Sessions that
	 * come or go meanwhile may be there or not; all others are there once.
	 * @param principalHash as in {@link StoredSession#principalHash()}, compared exactly
	 * @param after the last key of the page before; {@link SessionKey#FIRST} for the
	 * first
	 * @param limit the most that are returned, 1 to {@link #MAX_PAGE}; fewer only on the
	 * last page
	 */
	List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException;

	/**
	 * The live sessions that gave an identifier to a service, by index, in the order of
	 * their keys; paged as {@link #findByPrincipal}.
	 * @param identifierHash as in {@link StoredService#identifierHash()}, compared
	 * exactly
	 */
	List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException;

	/**
	 * About how many live sessions there are on all nodes; 0 if there are none. For an
	 * administrator and for metrics: those that come or go meanwhile, or have ended
	 * without being purged yet, may be in it or not. Counts without reading the sessions,
	 * so its cost in memory does not grow with them.
	 * @throws StoreUnavailableException if they cannot be counted in time; never a part
	 * of them for all
	 */
	long count() throws StoreUnavailableException;

}

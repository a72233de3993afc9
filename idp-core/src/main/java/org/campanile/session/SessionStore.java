package org.campanile.session;

import java.time.Instant;
import java.util.Optional;

import org.campanile.session.StoredSession.StoredService;

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

	/** The largest state, in octets, of a session and of a service in it. */
	int MAX_STATE = 65_536;

	/**
	 * Stores a new session together with its services. Visible on every node when this
	 * returns.
	 * @return false, with the stored one unchanged, if a live session of that key exists
	 * @throws IllegalArgumentException if a state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean create(StoredSession session) throws StoreUnavailableException;

	/** The live session of that key, never from a stale cache; empty if there is none. */
	Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException;

	/**
	 * Adds a service. Atomic and commutative: of services added at once all stay. Adding
	 * one of the same hash again keeps the first and does nothing else.
	 * @return false if the session is gone; it is never created anew
	 */
	boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException;

	/**
	 * Moves the idle end. Never backwards, never past the absolute end, never waking a
	 * session that is gone. May be delayed, merged with other touches, or lost.
	 */
	void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException;

	/**
	 * Ends a session. Of several callers exactly one receives it, with every service in
	 * it; once this returns it is dead on every node.
	 * @return empty if it was gone
	 */
	Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException;

	/** About how many live sessions there are; counts without reading them. */
	long count() throws StoreUnavailableException;

}

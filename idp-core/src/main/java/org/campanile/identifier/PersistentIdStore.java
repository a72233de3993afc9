package org.campanile.identifier;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Stores persistent identifiers, so that unlike computed ones they can be looked up and
 * revoked. Thread-safe and cluster-wide; what an operation stored every node reads when
 * it returns, and no restart loses it, unless the backend says that it is for a trial.
 * Nothing expires.
 * <p>
 * For a user and service at most one identifier is active. A value that was ever given at
 * a service is never given there again (SAML Core 8.3.7), revoked ones included. Every
 * operation throws {@link StoreUnavailableException} when its outcome is not known within
 * the store's deadline, and may be repeated.
 */
public interface PersistentIdStore {

	/** The largest state, in bytes. */
	int MAX_STATE = 4_096;

	/** The most that one page of a look-up may hold. */
	int MAX_PAGE = 1_000;

	/**
	 * The active identifier of the candidate's person and service; the candidate, stored,
	 * if there is none. Of callers at once all receive the same one.
	 * @return empty, and nothing stored, if there is none and the candidate's value was
	 * given at the service before, so that the caller may try another
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE}
	 */
	Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException;

	/** The active identifier of a user at a service; empty if there is none. */
	Optional<StoredPersistentId> find(String principalHash, String serviceHash) throws StoreUnavailableException;

	/** The active identifier of that value at a service; empty if there is none. */
	Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) throws StoreUnavailableException;

	/**
	 * The active identifiers of a user, by index, in the order of their service hashes.
	 * @param after the last service hash of the page before; "" for the first
	 * @param limit the most that are returned, 1 to {@link #MAX_PAGE}
	 */
	List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException;

	/**
	 * Makes an active identifier inactive for ever.
	 * @return whether this call did; false if no such identifier was active
	 */
	boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException;

}

package org.campanile.identifier;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Stores persistent identifiers, so that unlike computed ones they can be looked up and
 * revoked. Thread-safe and cluster-wide; changes are visible on all nodes when an
 * operation returns, and survive restarts unless the backend is documented as being only
 * for trials. Nothing expires.
 * <p>
 * At most one identifier of a user at a service is active. A value that was ever issued
 * to a service, even if revoked, is never issued to it again (SAML Core 8.3.7). Every
 * operation throws {@link StoreUnavailableException} if its outcome is not known within
 * the store's deadline, and may be repeated.
 */
public interface PersistentIdStore {

	/** The largest state, in bytes. */
	int MAX_STATE = 4_096;

	/** The maximum size of a page of a look-up. */
	int MAX_PAGE = 1_000;

	/**
	 * Returns the active identifier of the candidate's user and service; if there is
	 * none, stores and returns the candidate. Concurrent callers all receive the same
	 * one.
	 * @return empty, with nothing stored, if there is none and the candidate's value was
	 * issued to the service before, so that the caller may try another
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE}
	 */
	Optional<StoredPersistentId> findOrCreate(StoredPersistentId candidate) throws StoreUnavailableException;

	/** The active identifier of a user at a service; empty if there is none. */
	Optional<StoredPersistentId> find(String principalHash, String serviceHash) throws StoreUnavailableException;

	/** The active identifier of that value at a service; empty if there is none. */
	Optional<StoredPersistentId> findByValue(String serviceHash, String valueHash) throws StoreUnavailableException;

	/**
	 * The active identifiers of a user, by index, in the order of their service hashes.
	 * @param after the last service hash of the previous page; "" for the first
	 * @param limit the maximum number returned, 1 to {@link #MAX_PAGE}
	 */
	List<StoredPersistentId> findByPrincipal(String principalHash, String after, int limit)
			throws StoreUnavailableException;

	/**
	 * Permanently deactivates an active identifier.
	 * @return whether this call did; false if no such identifier was active
	 */
	boolean revoke(String serviceHash, String valueHash, Instant at) throws StoreUnavailableException;

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

package org.campanile.consent;

import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Stores users' consent to release attributes to services. Thread-safe and cluster-wide;
 * changes are visible on all nodes when an operation returns, and survive restarts unless
 * the backend is documented as being only for trials.
 * <p>
 * A consent is live while the injected clock is earlier than its expiry; otherwise it is
 * invisible to every operation. Every operation throws {@link StoreUnavailableException}
 * if its outcome is not known within the store's deadline, and may be repeated.
 */
public interface ConsentStore {

	/** The largest state, in bytes. */
	int MAX_STATE = 65_536;

	/** The maximum size of a page of a look-up. */
	int MAX_PAGE = 1_000;

	/**
	 * The live consent of a user for a service, never from a stale cache: once
	 * {@link #revoke} has returned on any node it is no longer found, and once
	 * {@link #save} has returned the new one is found.
	 * @param principalHash as in {@link StoredConsent#principalHash()}, compared exactly
	 * @param serviceHash as in {@link StoredConsent#serviceHash()}, compared exactly
	 * @return empty if none was given, or it was revoked or has expired, purged or not;
	 * its state is at most {@link #MAX_STATE} bytes
	 * @throws StoreUnavailableException if the outcome is unknown, which means neither
	 * that there is a consent nor that there is none
	 */
	Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException;

	/**
	 * Stores a consent, replacing the user's previous one for the service. Atomic; of
	 * concurrent calls the one with the latest {@code givenAt} wins.
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 */
	void save(StoredConsent consent) throws StoreUnavailableException;

	/**
	 * The live consents of a user, by index, in the order of their service hashes.
	 * @param after the last service hash of the previous page; "" for the first
	 * @param limit the maximum number returned, 1 to {@link #MAX_PAGE}
	 */
	List<StoredConsent> findByPrincipal(String principalHash, String after, int limit) throws StoreUnavailableException;

	/**
	 * Withdraws a consent.
	 * @return whether there was a live one
	 */
	boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException;

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

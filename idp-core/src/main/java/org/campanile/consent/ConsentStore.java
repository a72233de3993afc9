package org.campanile.consent;

import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Stores what a user agreed to have released to a service. Thread-safe and cluster-wide;
 * what an operation stored every node reads when it returns, and no restart loses it,
 * unless the backend says that it is for a trial.
 * <p>
 * A consent is live while the injected clock reads earlier than its end; one that is not
 * live is invisible to every operation. Every operation throws
 * {@link StoreUnavailableException} when its outcome is not known within the store's
 * deadline, and may be repeated.
 */
public interface ConsentStore {

	/** The largest state, in bytes. */
	int MAX_STATE = 65_536;

	/** The most that one page of a look-up may hold. */
	int MAX_PAGE = 1_000;

	/**
	 * The live consent of a user for a service, never from a stale cache: once
	 * {@link #revoke} has returned on any node it is no longer found, and what
	 * {@link #save} stored is.
	 * @param principalHash as in {@link StoredConsent#principalHash()}, compared exactly
	 * @param serviceHash as in {@link StoredConsent#serviceHash()}, compared exactly
	 * @return empty if none was given, or it was revoked or has expired, purged or not;
	 * its state is at most {@link #MAX_STATE} bytes
	 * @throws StoreUnavailableException if it is not known, which is neither consent nor
	 * its refusal
	 */
	Optional<StoredConsent> find(String principalHash, String serviceHash) throws StoreUnavailableException;

	/**
	 * Stores a consent in place of the user's previous one for the service. Atomic; of
	 * callers at once the one with the latest {@code givenAt} stays.
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 */
	void save(StoredConsent consent) throws StoreUnavailableException;

	/**
	 * The live consents of a user, by index, in the order of their service hashes.
	 * @param after the last service hash of the page before; "" for the first
	 * @param limit the most that are returned, 1 to {@link #MAX_PAGE}
	 */
	List<StoredConsent> findByPrincipal(String principalHash, String after, int limit) throws StoreUnavailableException;

	/**
	 * Withdraws a consent.
	 * @return whether there was a live one
	 */
	boolean revoke(String principalHash, String serviceHash) throws StoreUnavailableException;

}

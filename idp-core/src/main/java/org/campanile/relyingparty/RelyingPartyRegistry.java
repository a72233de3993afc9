package org.campanile.relyingparty;

import java.util.Optional;

/**
 * The services known at this moment. Implementations are thread-safe and answer without
 * blocking on a reload.
 */
public interface RelyingPartyRegistry {

	/**
	 * The service of that name.
	 * @param entityId the exact entityID; no case folding, no trimming
	 * @return empty if it is unknown, its metadata has expired or could not be
	 * understood; a service that the local configuration disables is returned with
	 * {@code settings().enabled()} false
	 */
	Optional<RelyingParty> find(String entityId);

	/**
	 * Why a service that metadata names is not served, for the audit log; empty if
	 * nothing is known of it, or if it is served.
	 */
	default Optional<String> reasonUnavailable(String entityId) {
		return Optional.empty();
	}

	/** How many services are known. */
	int size();

}

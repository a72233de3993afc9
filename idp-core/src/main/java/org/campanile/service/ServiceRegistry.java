package org.campanile.service;

import java.util.Optional;

import org.campanile.protocol.ProtocolId;

/**
 * The services of one protocol that are known at this moment. Implementations are
 * thread-safe and answer without blocking on a reload.
 */
public interface ServiceRegistry {

	ProtocolId protocol();

	/**
	 * The service of that name.
	 * @param id its exact name; no case folding, no trimming
	 * @return empty if it is unknown, has expired or could not be understood; one that
	 * the local configuration disables is returned with {@code enabled()} false
	 */
	Optional<? extends Service> find(String id);

	/**
	 * Why a service that was configured is not served, for the audit log; empty if
	 * nothing is known of it, or if it is served.
	 */
	default Optional<String> reasonUnavailable(String id) {
		return Optional.empty();
	}

	/** How many services are known. */
	int size();

}

package org.campanile.service;

import java.util.Optional;

import org.campanile.protocol.ProtocolId;

/**
 * The currently known services of one protocol. Implementations are thread-safe and do
 * not block during a reload.
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
	 * Returns why a configured service is not served, for the audit log; empty if it is
	 * unknown or is served.
	 */
	default Optional<String> reasonUnavailable(String id) {
		return Optional.empty();
	}

}

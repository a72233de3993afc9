package org.campanile.logout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A valid request of a service for a logout, whatever its protocol.
 *
 * @param sessions which sessions are to end, and who asks
 * @param own what the protocol needs for its answer, by short names of its own; stored
 * with the logout
 * @param audit further fields for the audit log, in order
 */
public record RequestedLogout(SessionSelector sessions, Map<String, String> own, Map<String, String> audit) {

	public RequestedLogout {
		own = Map.copyOf(own);
		audit = Collections.unmodifiableMap(new LinkedHashMap<>(audit));
	}

	/** The id of the service that asks. */
	public String service() {
		return sessions.service();
	}

}

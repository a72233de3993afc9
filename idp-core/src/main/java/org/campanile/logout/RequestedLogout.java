package org.campanile.logout;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;

/**
 * A validated request of a service to terminate the sessions that it knows by a handle.
 *
 * @param service the id of the requesting service; its identity was verified
 * @param handle the handle's value, compared exactly
 * @param means whether the other parts of a handle with that value match as well
 * @param sessions names of sessions at the service; empty for all of them
 * @param own the protocol's data for its response, by short names defined by the
 * protocol; stored with the logout
 * @param audit further fields for the audit log, in order
 */
public record RequestedLogout(ProtocolId protocol, String service, String handle, Predicate<Handle> means,
		Set<String> sessions, Map<String, String> own, Map<String, String> audit) {

	public RequestedLogout {
		sessions = Set.copyOf(sessions);
		own = Map.copyOf(own);
		audit = Collections.unmodifiableMap(new LinkedHashMap<>(audit));
	}

}

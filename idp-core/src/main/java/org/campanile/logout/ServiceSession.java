package org.campanile.logout;

import java.util.List;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;

/**
 * Terminated sessions as a service knows them, to request the termination of its own.
 *
 * @param service its id
 * @param handle the identifier by which it knows the sign-on
 * @param sessions the sessions' names at this service; at least one
 */
public record ServiceSession(ProtocolId protocol, String service, Handle handle, List<String> sessions) {

	public ServiceSession {
		sessions = List.copyOf(sessions);
		if (sessions.isEmpty()) {
			throw new IllegalArgumentException("a session at a service has a name");
		}
	}

}

package org.campanile.logout;

import java.util.List;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;

/**
 * The sessions that have ended here as a service knows them, so that it can be asked to
 * end its own.
 *
 * @param protocol the protocol of the service
 * @param service its id
 * @param handle what it knows the sign-on by
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

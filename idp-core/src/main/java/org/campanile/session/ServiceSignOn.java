package org.campanile.session;

import java.time.Instant;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;

/**
 * A service that a session has signed in to.
 *
 * @param service its id
 * @param handle the identifier by which it knows the sign-on
 * @param at when it first signed in
 */
public record ServiceSignOn(ProtocolId protocol, String service, Handle handle, Instant at) {

	/** Whether both are the same sign-on, regardless of the time. */
	boolean isSameAs(ServiceSignOn other) {
		return protocol.equals(other.protocol) && service.equals(other.service)
				&& handle.value().equals(other.handle.value()) && handle.kind().equals(other.handle.kind());
	}

}

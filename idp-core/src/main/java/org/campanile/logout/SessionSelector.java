package org.campanile.logout;

import java.util.Set;
import java.util.function.Predicate;

import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;

/**
 * The sessions that a service asks to end: those that it knows by a handle.
 *
 * @param protocol the protocol of its request
 * @param service the service that asks, by its id; its identity was verified
 * @param handle the handle's value, compared exactly
 * @param means whether the other parts of a handle with that value match as well
 * @param sessions names of sessions at the service; empty for all of them
 */
public record SessionSelector(ProtocolId protocol, String service, String handle, Predicate<Handle> means,
		Set<String> sessions) {

	public SessionSelector {
		sessions = Set.copyOf(sessions);
	}

}

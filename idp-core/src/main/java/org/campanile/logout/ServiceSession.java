package org.campanile.logout;

import java.util.List;

import org.campanile.release.NameId;

/**
 * What a service knows of sessions that have ended here, so that it can be asked to end
 * its own.
 *
 * @param service its entityID
 * @param nameId the identifier it was given, with the qualifiers it was given
 * @param sessionIndexes the sessions' names at this service; at least one
 */
public record ServiceSession(String service, NameId nameId, List<String> sessionIndexes) {

	public ServiceSession {
		sessionIndexes = List.copyOf(sessionIndexes);
		if (sessionIndexes.isEmpty()) {
			throw new IllegalArgumentException("a session at a service has a name");
		}
	}

}

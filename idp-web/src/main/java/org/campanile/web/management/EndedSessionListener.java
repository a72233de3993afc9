package org.campanile.web.management;

import java.util.List;
import java.util.Set;

import org.campanile.session.SsoSession;

/**
 * Is notified of sessions terminated by an administrator, and notifies their services
 * where that does not need the user's browser. Thread-safe.
 */
@FunctionalInterface
public interface EndedSessionListener {

	/**
	 * Notifies the services of terminated sessions in parallel; may take as long as
	 * services take to answer, within limits of its own.
	 * @return the ids of those that were not logged out, of all sessions or of some
	 */
	Set<String> ended(List<SsoSession> sessions);

}

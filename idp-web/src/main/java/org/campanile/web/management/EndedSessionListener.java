package org.campanile.web.management;

import java.util.List;
import java.util.Set;

import org.campanile.session.SsoSession;

/**
 * Is told of sessions that an administrator ended, and tells their services where that
 * can be done without the person's browser. Thread-safe.
 */
@FunctionalInterface
public interface EndedSessionListener {

	/**
	 * Tells the services of sessions that have ended, all at the same time; may take as
	 * long as services take to answer, within limits of its own.
	 * @return the entityIDs of those that were not logged out, of all sessions or of some
	 */
	Set<String> ended(List<SsoSession> sessions);

}

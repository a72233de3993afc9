package org.campanile.web.management;

import java.util.List;

import org.campanile.session.ServiceSignOn;
import org.campanile.session.SsoSession;

/**
 * Is told of sessions that an administrator ended, and tells their services where that
 * can be done without the person's browser. Thread-safe.
 */
@FunctionalInterface
public interface EndedSessionListener {

	/**
	 * Tells the services of a session that has ended; may take as long as services take
	 * to answer, within limits of its own.
	 * @return those that were not logged out
	 */
	List<ServiceSignOn> ended(SsoSession session);

}

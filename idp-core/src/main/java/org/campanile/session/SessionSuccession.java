package org.campanile.session;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terminates the session that a browser had before a login. Either the session of that
 * login continues it, or its services are notified. Thread-safe.
 */
public final class SessionSuccession {

	private static final Logger logger = LoggerFactory.getLogger(SessionSuccession.class);

	private final Sessions sessions;

	public SessionSuccession(Sessions sessions) {
		this.sessions = sessions;
	}

	/**
	 * Terminates a session that another one has replaced in its browser; later, if the
	 * store cannot be reached. Services that the same user has signed in to with it since
	 * the successor began are carried over to the successor, or a logout would not reach
	 * them. The session of another user is terminated as by {@link #end}.
	 * @param successor as it was stored
	 * @return false if something else has terminated the same user's session meanwhile
	 */
	public boolean replace(SsoSession previous, SsoSession successor) {
		if (!previous.principal().equals(successor.principal())) {
			end(previous, service -> false);
			return true;
		}
		Optional<SsoSession> ended = endSilently(previous);
		for (ServiceSignOn service : ended.map(SsoSession::services).orElse(List.of())) {
			try {
				sessions.addService(successor, service);
			}
			catch (StoreUnavailableException ex) {
				logger.warn("The sign-on to {} was not carried over to the session after a login, so logout will not "
						+ "reach it: {}", service.service(), ex.getMessage());
			}
		}
		return ended.isPresent();
	}

	/**
	 * Terminates a session that no browser has been given; later, if the store cannot be
	 * reached. No service is notified.
	 */
	public void discard(SsoSession unused) {
		endSilently(unused);
	}

	/**
	 * Returns the session, as it was read if the store cannot be reached; empty if
	 * something else has terminated it.
	 */
	private Optional<SsoSession> endSilently(SsoSession session) {
		try {
			return sessions.end(session.key());
		}
		catch (StoreUnavailableException ex) {
			logRetry(ex);
			sessions.endLater(session.key(), true, Optional.empty(), service -> false);
			return Optional.of(session);
		}
	}

	/**
	 * Terminates a session that no other continues; later, if the store cannot be
	 * reached. {@link Sessions#endPending} reports it, so that its services are notified.
	 * @param spared the sign-ons whose services are not notified
	 */
	public void end(SsoSession previous, Predicate<ServiceSignOn> spared) {
		Optional<SsoSession> ended;
		try {
			ended = sessions.end(previous.key());
		}
		catch (StoreUnavailableException ex) {
			logRetry(ex);
			ended = Optional.of(previous);
		}
		// Empty if something else has terminated it, and notifies its services.
		if (ended.isPresent()) {
			sessions.endLater(previous.key(), false, ended, spared);
		}
	}

	private static void logRetry(StoreUnavailableException ex) {
		logger.warn("The session of a login could not be terminated; this will be retried: {}", ex.getMessage());
	}

}

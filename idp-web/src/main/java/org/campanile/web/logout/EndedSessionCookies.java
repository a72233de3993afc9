package org.campanile.web.logout;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.logout.LogoutOutcome;
import org.campanile.session.Sessions;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.sso.SessionCookie;

/**
 * Clears the cookie of a terminated session. A cross-site POST from a service does not
 * carry the cookie, so it is seen only on the page that follows; and a service may have
 * terminated a session other than this browser's, whose cookie is kept. Thread-safe.
 */
@Component
class EndedSessionCookies {

	private static final Logger logger = LoggerFactory.getLogger(EndedSessionCookies.class);

	private final Sessions sessions;

	private final SessionCookie sessionCookie;

	EndedSessionCookies(Sessions sessions, SessionCookie sessionCookie) {
		this.sessions = sessions;
		this.sessionCookie = sessionCookie;
	}

	/**
	 * After a logout requested by a service. If the store failed, the session may be
	 * unknown; the cookie is then the most reliable means of ending it.
	 */
	void clear(LogoutOutcome outcome, HttpServletRequest request, HttpServletResponse response) {
		if (outcome.storeFailed()) {
			sessionCookie.clear(response);
		}
		else {
			clear(request, response);
		}
	}

	void clear(HttpServletRequest request, HttpServletResponse response) {
		Optional<String> token = sessionCookie.read(request);
		try {
			if (token.isPresent() && sessions.peek(token.get()).isEmpty()) {
				sessionCookie.clear(response);
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A cookie was kept, as nobody knows whether its session has ended: {}", ex.getMessage());
		}
	}

}

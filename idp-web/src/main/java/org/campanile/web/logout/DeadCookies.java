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
 * Clears the cookie of a session that has ended. A service that posts its request across
 * sites leaves the cookie at home, so it is seen only on the page that follows; and a
 * service may have ended a session other than this browser's, whose cookie stays.
 * Thread-safe.
 */
@Component
class DeadCookies {

	private static final Logger logger = LoggerFactory.getLogger(DeadCookies.class);

	private final Sessions sessions;

	private final SessionCookie sessionCookie;

	DeadCookies(Sessions sessions, SessionCookie sessionCookie) {
		this.sessions = sessions;
		this.sessionCookie = sessionCookie;
	}

	/**
	 * After a logout that a service asked for. Where the store failed, which session was
	 * meant may not be known, and of what is left to do the cookie is the surest.
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
			if (token.isPresent() && sessions.find(token.get()).isEmpty()) {
				sessionCookie.clear(response);
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A cookie was kept, as nobody knows whether its session has ended: {}", ex.getMessage());
		}
	}

}

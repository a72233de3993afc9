package org.campanile.web.logout;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.logout.LogoutOutcome;
import org.campanile.seal.Sealer;
import org.campanile.session.Sessions;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.security.HostCookie;
import org.campanile.web.sso.SessionCookie;

/**
 * The cookies of a logout. One identifies the browser that began it: a service that
 * responds in the whole window is redirected to the result, whose address it learns if
 * its server, not the browser, delivers the response; the result names all services of
 * the user. One cookie for each logout, so that several tabs do not interfere, holds the
 * sealed id of the logout. Thread-safe.
 */
@Component
class LogoutBrowser {

	private static final Logger logger = LoggerFactory.getLogger(LogoutBrowser.class);

	private static final String PURPOSE = "logout-browser";

	private final Sealer sealer;

	private final IdentityProvider identityProvider;

	private final Sessions sessions;

	private final SessionCookie sessionCookie;

	LogoutBrowser(Sealer sealer, IdentityProvider identityProvider, Sessions sessions, SessionCookie sessionCookie) {
		this.sealer = sealer;
		this.identityProvider = identityProvider;
		this.sessions = sessions;
		this.sessionCookie = sessionCookie;
	}

	/** Permits this browser to see that logout. */
	void remember(String id, HttpServletResponse response) {
		cookie(id).write(response, sealer.sealToken(PURPOSE, id, new byte[0]), FrontChannelLogout.LIFETIME);
	}

	/**
	 * Whether this browser may see that logout.
	 * @param id as received, not validated
	 */
	boolean mayOpen(String id, HttpServletRequest request) {
		return FrontChannelLogout.isId(id)
				&& cookie(id).values(request).anyMatch(value -> sealer.openToken(PURPOSE, id, value).isPresent());
	}

	/**
	 * Clears the cookie after a logout requested by a service. If the store failed, the
	 * session may be unknown; the cookie is then the most reliable means of ending it.
	 */
	void clearEnded(LogoutOutcome outcome, HttpServletRequest request, HttpServletResponse response) {
		if (outcome.storeFailed()) {
			sessionCookie.clear(response);
		}
		else {
			clearEnded(request, response);
		}
	}

	/**
	 * Clears the cookie of a terminated session. A cross-site POST from a service does
	 * not carry the cookie, so it is seen only on the page that follows; and a service
	 * may have terminated a session other than this browser's, whose cookie is kept.
	 */
	void clearEnded(HttpServletRequest request, HttpServletResponse response) {
		Optional<String> token = sessionCookie.read(request);
		try {
			if (token.isPresent() && sessions.peek(token.get()).isEmpty()) {
				sessionCookie.clear(response);
			}
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A cookie was kept, because it is unknown whether its session was terminated: {}",
					ex.getMessage());
		}
	}

	private HostCookie cookie(String id) {
		return new HostCookie(identityProvider, "campanile-logout-" + LogoutAudit.reference(id));
	}

}

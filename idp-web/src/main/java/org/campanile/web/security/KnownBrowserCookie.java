package org.campanile.web.security;

import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.KnownBrowser;
import org.campanile.web.authn.FactorProperties;

/**
 * The cookie of a browser in which a user has signed in. It gives no access; wrong
 * passwords from such a browser are only counted separately from those of unknown ones.
 * Thread-safe.
 */
@Component
public class KnownBrowserCookie {

	private final KnownBrowser.Tokens tokens;

	private final Duration lifetime;

	private final HostCookie cookie;

	KnownBrowserCookie(IdentityProvider identityProvider, KnownBrowser.Tokens tokens, FactorProperties properties) {
		this.tokens = tokens;
		this.lifetime = properties.throttle().knownBrowsers();
		this.cookie = new HostCookie(identityProvider, "campanile-known");
	}

	/** Reads the cookie; empty if it is absent or invalid. */
	public Optional<KnownBrowser> read(HttpServletRequest request) {
		return lifetime.isZero() ? Optional.empty() : cookie.values(request).findFirst().flatMap(tokens::read);
	}

	/** Marks the browser as known for the user who has just signed in. */
	public void write(HttpServletRequest request, HttpServletResponse response, AuthenticatedUser user) {
		if (!lifetime.isZero()) {
			cookie.write(response, tokens.issue(read(request), user), lifetime);
		}
	}

}

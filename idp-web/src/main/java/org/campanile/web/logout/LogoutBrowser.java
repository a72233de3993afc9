package org.campanile.web.logout;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.logout.FrontChannelLogout;
import org.campanile.seal.Sealer;
import org.campanile.web.security.HostCookie;

/**
 * Identifies the browser that began a logout. A service that responds in the whole window
 * is redirected to the result, whose address it learns if its server, not the browser,
 * delivers the response; the result names all services of the user. One cookie for each
 * logout, so that several tabs do not interfere, holds the sealed id of the logout.
 * Thread-safe.
 */
@Component
class LogoutBrowser {

	private static final String PURPOSE = "logout-browser";

	private final Sealer sealer;

	private final IdentityProvider identityProvider;

	LogoutBrowser(Sealer sealer, IdentityProvider identityProvider) {
		this.sealer = sealer;
		this.identityProvider = identityProvider;
	}

	/** Permits this browser to see that logout. */
	void remember(String id, HttpServletResponse response) {
		cookie(id).write(response, sealer.sealToken(PURPOSE, id, new byte[0]), FrontChannelLogout.LIFETIME);
	}

	/**
	 * Whether this browser may see that logout.
	 * @param id as it was sent; anything may stand in it
	 */
	boolean mayOpen(String id, HttpServletRequest request) {
		return cookie(id).values(request).anyMatch(value -> sealer.openToken(PURPOSE, id, value).isPresent());
	}

	private HostCookie cookie(String id) {
		return new HostCookie(identityProvider, "campanile-logout-" + LogoutAudit.reference(id));
	}

}

package org.campanile.web.logout;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.saml.logout.FrontChannelLogout;
import org.campanile.seal.Sealer;
import org.campanile.web.security.HostCookie;

/**
 * Tells the browser that began a logout from all others. A service that answers in the
 * whole window is sent on to the result, whose address it learns if its server, not the
 * browser, delivers the answer; the result names every service of the person. A cookie
 * for each logout, so that several tabs are in nobody's way, holds the logout's id,
 * sealed. Thread-safe.
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

	/** Makes this browser the one that may see that logout. */
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

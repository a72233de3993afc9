package org.campanile.web.logout;

import java.util.Base64;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.saml.logout.FrontChannelLogout;
import org.campanile.seal.Sealer;

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

	private final String prefix;

	private final boolean secure;

	private final String path;

	LogoutBrowser(Sealer sealer, IdentityProvider identityProvider) {
		this.sealer = sealer;
		this.secure = identityProvider.secure();
		this.prefix = (secure ? "__Host-" : "") + "campanile-logout-";
		this.path = secure || identityProvider.contextPath().isEmpty() ? "/" : identityProvider.contextPath();
	}

	/** Makes this browser the one that may see that logout. */
	void remember(String id, HttpServletResponse response) {
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(name(id),
						Base64.getUrlEncoder().withoutPadding().encodeToString(sealer.seal(PURPOSE, id, new byte[0])))
					.path(path)
					.secure(secure)
					.httpOnly(true)
					.sameSite("Lax")
					.maxAge(FrontChannelLogout.LIFETIME)
					.build()
					.toString());
	}

	/**
	 * Whether this browser may see that logout.
	 * @param id as it was sent; anything may stand in it
	 */
	boolean mayOpen(String id, HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		if (cookies == null) {
			return false;
		}
		String name = name(id);
		for (Cookie cookie : cookies) {
			if (cookie.getName().equals(name) && opens(id, cookie.getValue())) {
				return true;
			}
		}
		return false;
	}

	private boolean opens(String id, String value) {
		try {
			return sealer.open(PURPOSE, id, Base64.getUrlDecoder().decode(value)).isPresent();
		}
		catch (IllegalArgumentException ex) {
			// Not base64url: none of ours.
			return false;
		}
	}

	private String name(String id) {
		return prefix + LogoutAudit.reference(id);
	}

}

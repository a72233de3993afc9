package org.campanile.web.cas;

import java.time.Duration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.web.security.HostCookie;
import org.springframework.stereotype.Component;

/**
 * Remembers, until the browser is closed, that a user wants a notice before being signed
 * in to another CAS service (CAS Protocol 3.0.3, 2.2.1, {@code warn}). Thread-safe.
 */
@Component
class WarnCookie {

	private static final String ON = "true";

	private final HostCookie cookie;

	WarnCookie(IdentityProvider identityProvider) {
		this.cookie = new HostCookie(identityProvider, "campanile-cas-warn");
	}

	/** Sets or clears it as the parameter says, if there is one. */
	void keep(HttpServletRequest request, HttpServletResponse response) throws CasFault {
		if (request.getParameter("warn") != null) {
			boolean on = CasFault.flag(request, "warn");
			cookie.write(response, on ? ON : "", on ? HostCookie.UNTIL_CLOSED : Duration.ZERO);
		}
	}

	/** Whether the cookie is set, by an earlier request or by this one. */
	boolean isSet(HttpServletRequest request) throws CasFault {
		return request.getParameter("warn") != null ? CasFault.flag(request, "warn")
				: cookie.values(request).anyMatch(ON::equals);
	}

}

package org.campanile.web.sso;

import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.web.security.HostCookie;

/** The cookie that carries a session's token. Thread-safe. */
@Component
public class SessionCookie {

	private final HostCookie cookie;

	SessionCookie(IdentityProvider identityProvider) {
		this.cookie = new HostCookie(identityProvider, "campanile-session");
	}

	public Optional<String> read(HttpServletRequest request) {
		return cookie.values(request).findFirst();
	}

	/**
	 * @param maxAge how long the browser keeps it; negative for until it is closed
	 */
	void write(HttpServletResponse response, String token, Duration maxAge) {
		cookie.write(response, token, maxAge);
	}

	public void clear(HttpServletResponse response) {
		cookie.write(response, "", Duration.ZERO);
	}

}

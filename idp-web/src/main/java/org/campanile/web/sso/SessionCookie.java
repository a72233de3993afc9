package org.campanile.web.sso;

import java.time.Duration;
import java.util.Optional;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;

/**
 * The cookie that carries a session's token. Over https it has the {@code __Host-}
 * prefix, so that no neighbour under the same domain can set it (RFC 6265bis 4.1.3.2);
 * over http, for trials on loopback, a plain name and the base path.
 */
@Component
public class SessionCookie {

	private final String name;

	private final boolean secure;

	private final String path;

	SessionCookie(IdentityProvider identityProvider) {
		this.secure = identityProvider.secure();
		this.name = secure ? "__Host-campanile-session" : "campanile-session";
		this.path = secure || identityProvider.contextPath().isEmpty() ? "/" : identityProvider.contextPath();
	}

	public Optional<String> read(HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		if (cookies != null) {
			for (Cookie cookie : cookies) {
				if (cookie.getName().equals(name)) {
					return Optional.of(cookie.getValue());
				}
			}
		}
		return Optional.empty();
	}

	/**
	 * @param maxAge how long the browser keeps it; negative for until it is closed
	 */
	void write(HttpServletResponse response, String token, Duration maxAge) {
		response.addHeader(HttpHeaders.SET_COOKIE, cookie(token, maxAge));
	}

	public void clear(HttpServletResponse response) {
		response.addHeader(HttpHeaders.SET_COOKIE, cookie("", Duration.ZERO));
	}

	private String cookie(String value, Duration maxAge) {
		return ResponseCookie.from(name, value)
			.path(path)
			.secure(secure)
			.httpOnly(true)
			.sameSite("Lax")
			.maxAge(maxAge)
			.build()
			.toString();
	}

}

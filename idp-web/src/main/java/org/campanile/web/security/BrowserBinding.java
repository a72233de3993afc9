package org.campanile.web.security;

import java.security.SecureRandom;
import java.util.Base64;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;

/**
 * A random value in a cookie that tells one browser from another before anybody has
 * signed in. It is the CSRF token that Spring Security checks on every form, and what a
 * login form's sealed flow is bound to. It stays the same while the browser is open, so
 * that several tabs can sign in at once. Thread-safe.
 */
@Component
public class BrowserBinding implements CsrfTokenRepository {

	private static final String PARAMETER = "_csrf";

	private static final String HEADER = "X-CSRF-TOKEN";

	private static final String ATTRIBUTE = BrowserBinding.class.getName();

	private static final int LENGTH = 24;

	private final SecureRandom random;

	private final String name;

	private final boolean secure;

	private final String path;

	BrowserBinding(IdentityProvider identityProvider, SecureRandom random) {
		this.random = random;
		this.secure = identityProvider.secure();
		this.name = secure ? "__Host-campanile-browser" : "campanile-browser";
		this.path = secure || identityProvider.contextPath().isEmpty() ? "/" : identityProvider.contextPath();
	}

	/** The value of this browser; the cookie is set if it has none yet. */
	public String browserId(HttpServletRequest request, HttpServletResponse response) {
		CsrfToken token = loadToken(request);
		if (token == null) {
			token = generateToken(request);
			saveToken(token, request, response);
		}
		return token.getToken();
	}

	@Override
	public CsrfToken generateToken(HttpServletRequest request) {
		byte[] octets = new byte[LENGTH];
		random.nextBytes(octets);
		return token(Base64.getUrlEncoder().withoutPadding().encodeToString(octets));
	}

	@Override
	public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
		if (token == null) {
			return;
		}
		request.setAttribute(ATTRIBUTE, token.getToken());
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(name, token.getToken())
					.path(path)
					.secure(secure)
					.httpOnly(true)
					.sameSite("Lax")
					.build()
					.toString());
	}

	@Override
	public @Nullable CsrfToken loadToken(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof String fresh) {
			return token(fresh);
		}
		Cookie[] cookies = request.getCookies();
		if (cookies != null) {
			for (Cookie cookie : cookies) {
				if (cookie.getName().equals(name) && cookie.getValue().length() == LENGTH / 3 * 4) {
					return token(cookie.getValue());
				}
			}
		}
		return null;
	}

	private static CsrfToken token(String value) {
		return new DefaultCsrfToken(HEADER, PARAMETER, value);
	}

}

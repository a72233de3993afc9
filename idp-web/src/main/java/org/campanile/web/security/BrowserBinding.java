package org.campanile.web.security;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;

/**
 * A random value in a cookie that distinguishes one browser from another before a user
 * has signed in. It serves as the CSRF token that Spring Security checks on every form,
 * and the sealed flow of a login form is bound to it. It stays the same while the browser
 * is open, so that several tabs can sign in at once. Thread-safe.
 */
@Component
public class BrowserBinding implements CsrfTokenRepository {

	private static final String PARAMETER = "_csrf";

	private static final String HEADER = "X-CSRF-TOKEN";

	private static final String ATTRIBUTE = BrowserBinding.class.getName();

	private static final int LENGTH = 24;

	private final SecureRandom random;

	private final HostCookie cookie;

	BrowserBinding(IdentityProvider identityProvider, SecureRandom random) {
		this.random = random;
		this.cookie = new HostCookie(identityProvider, "campanile-browser");
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

	/** The value of this browser; empty if it has none yet. */
	public Optional<String> presentId(HttpServletRequest request) {
		return Optional.ofNullable(loadToken(request)).map(CsrfToken::getToken);
	}

	@Override
	public CsrfToken generateToken(HttpServletRequest request) {
		byte[] bytes = new byte[LENGTH];
		random.nextBytes(bytes);
		return token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
	}

	@Override
	public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
		if (token == null) {
			return;
		}
		request.setAttribute(ATTRIBUTE, token.getToken());
		cookie.write(response, token.getToken(), HostCookie.UNTIL_CLOSED);
	}

	@Override
	public @Nullable CsrfToken loadToken(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof String fresh) {
			return token(fresh);
		}
		return cookie.values(request)
			.filter(value -> value.length() == LENGTH / 3 * 4)
			.findFirst()
			.map(BrowserBinding::token)
			.orElse(null);
	}

	private static CsrfToken token(String value) {
		return new DefaultCsrfToken(HEADER, PARAMETER, value);
	}

}

package org.campanile.web.security;

import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.seal.RandomValues;

/**
 * A random value in a cookie that distinguishes one browser from another before a user
 * has signed in. It serves as the CSRF token that Spring Security checks on every form,
 * and the sealed flow of a login form is bound to it. It stays the same while the browser
 * is open, so that several tabs can sign in at once. Tabs that begin at the same time,
 * when the browser has none, get one each, in cookies of different names, and the form
 * says which of them it is bound to. Thread-safe.
 */
@Component
public class BrowserBinding implements CsrfTokenRepository {

	private static final String PARAMETER = "_csrf";

	private static final String HEADER = "X-CSRF-TOKEN";

	private static final String ATTRIBUTE = BrowserBinding.class.getName();

	private static final int LENGTH = 24;

	private static final int CHARACTERS = LENGTH / 3 * 4;

	/** Characters of the value that the cookie's name ends with. */
	private static final int SUFFIX = 2;

	private final SecureRandom random;

	private final HostCookie cookie;

	BrowserBinding(IdentityProvider identityProvider, SecureRandom random) {
		this.random = random;
		this.cookie = new HostCookie(identityProvider, "campanile-browser");
	}

	/**
	 * Returns the value to which new pages of this browser are bound; sets the cookie if
	 * it has none yet.
	 */
	public String browserId(HttpServletRequest request, HttpServletResponse response) {
		CsrfToken token = loadToken(request);
		if (token == null) {
			token = generateToken(request);
			saveToken(token, request, response);
		}
		return token.getToken();
	}

	/** Returns the values of this browser, to any of which its pages may be bound. */
	public List<String> presentIds(HttpServletRequest request) {
		return request.getAttribute(ATTRIBUTE) instanceof String fresh ? List.of(fresh)
				: cookie.valuesOfAll(request).filter(value -> value.length() == CHARACTERS).toList();
	}

	/**
	 * Returns the value to which new pages of this browser are bound; empty if it has
	 * none yet.
	 */
	public Optional<String> presentId(HttpServletRequest request) {
		return Optional.ofNullable(loadToken(request)).map(CsrfToken::getToken);
	}

	@Override
	public CsrfToken generateToken(HttpServletRequest request) {
		return token(RandomValues.token(LENGTH, random));
	}

	@Override
	public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
		if (token == null) {
			return;
		}
		String value = token.getToken();
		request.setAttribute(ATTRIBUTE, value);
		if ("GET".equals(request.getMethod())) {
			cookie.writeBeside(response, value.substring(0, SUFFIX), value, HostCookie.UNTIL_CLOSED);
		}
		else {
			// Another site can post as often as it likes, without the cookies.
			cookie.write(response, value, HostCookie.UNTIL_CLOSED);
		}
	}

	@Override
	public @Nullable CsrfToken loadToken(HttpServletRequest request) {
		List<String> present = presentIds(request);
		if (present.isEmpty()) {
			return null;
		}
		// The first value is the oldest, unless the form comes from a tab that began with
		// another one.
		boolean several = present.size() > 1 && "POST".equals(request.getMethod());
		String named = several ? request.getParameter(PARAMETER) : null;
		return token(named != null && present.contains(named) ? named : present.getFirst());
	}

	private static CsrfToken token(String value) {
		return new DefaultCsrfToken(HEADER, PARAMETER, value);
	}

}

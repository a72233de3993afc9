package org.campanile.web.sso;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.session.SessionKey;
import org.campanile.session.Sessions;
import org.campanile.web.security.HostCookie;

/**
 * The cookie that carries a session's token, which a sign-on verifies once for each
 * request. Thread-safe.
 */
@Component
public class SessionCookie {

	/** The attribute of a request for the key of its verified token. */
	private static final String KEY = SessionCookie.class.getName();

	private static final String NAME = "campanile-session";

	private final HostCookie cookie;

	private final Sessions sessions;

	SessionCookie(IdentityProvider identityProvider, Sessions sessions) {
		this.cookie = new HostCookie(identityProvider, NAME);
		this.sessions = sessions;
	}

	/** The token that the browser sent, not validated. */
	public Optional<String> read(HttpServletRequest request) {
		return cookie.values(request).findFirst();
	}

	/** Whether a header {@code Cookie}, not parsed, may contain a token. */
	public boolean mayBeIn(String header) {
		return header.contains(NAME);
	}

	/**
	 * Whether the browser sent a token that was issued here; like
	 * {@link Sessions#loadedKeyOf}, without blocking.
	 */
	public boolean isIssued(HttpServletRequest request) {
		return key(request, sessions::loadedKeyOf).isPresent();
	}

	/**
	 * Returns the key of the session whose token the browser sent, even if that session
	 * is no longer live.
	 * @return empty if it sent none that is valid
	 */
	Optional<SessionKey> key(HttpServletRequest request) {
		return key(request, sessions::keyOf);
	}

	private Optional<SessionKey> key(HttpServletRequest request, Function<String, Optional<SessionKey>> verify) {
		if (request.getAttribute(KEY) instanceof SessionKey verified) {
			return Optional.of(verified);
		}
		Optional<SessionKey> key = read(request).flatMap(verify);
		key.ifPresent(verified -> request.setAttribute(KEY, verified));
		return key;
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

package org.campanile.web.security;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

import org.campanile.IdentityProvider;

/**
 * A cookie for this server only: HttpOnly and SameSite=Lax. Over https it has the {@code
 * __Host-} prefix, so that no neighbour under the same domain can set it (RFC 6265bis
 * 4.1.3.2); over http, for trials on loopback, a plain name and the base path.
 * Thread-safe.
 */
public final class HostCookie {

	/** A maximum age for {@link #write}: the cookie lasts until the browser is closed. */
	public static final Duration UNTIL_CLOSED = Duration.ofSeconds(-1);

	private final String name;

	private final boolean secure;

	private final String path;

	/**
	 * @param name without a prefix
	 */
	public HostCookie(IdentityProvider identityProvider, String name) {
		this.secure = identityProvider.secure();
		this.name = secure ? "__Host-" + name : name;
		this.path = secure || identityProvider.contextPath().isEmpty() ? "/" : identityProvider.contextPath();
	}

	/** The values that the browser sent, not validated. */
	public Stream<String> values(HttpServletRequest request) {
		return values(request, name);
	}

	/**
	 * The values of any cookie, such as one of the gate, not validated.
	 * @param name with its prefix, if it has one
	 */
	public static Stream<String> values(HttpServletRequest request, String name) {
		return values(request, cookie -> cookie.equals(name));
	}

	/**
	 * The values of this cookie and of those {@linkplain #writeBeside beside it}, not
	 * validated; browsers send the oldest first (RFC 6265 5.4).
	 */
	Stream<String> valuesOfAll(HttpServletRequest request) {
		return values(request, cookie -> cookie.startsWith(name)
				&& (cookie.length() == name.length() || cookie.charAt(name.length()) == '-'));
	}

	private static Stream<String> values(HttpServletRequest request, Predicate<String> names) {
		Cookie[] cookies = request.getCookies();
		return cookies == null ? Stream.empty()
				: Stream.of(cookies).filter(cookie -> names.test(cookie.getName())).map(Cookie::getValue);
	}

	/**
	 * @param maxAge how long the browser keeps it; zero deletes it
	 */
	public void write(HttpServletResponse response, String value, Duration maxAge) {
		write(response, name, value, maxAge);
	}

	/**
	 * Writes one that stands beside this cookie and replaces neither it nor others.
	 * @param suffix added to the name after a hyphen
	 */
	void writeBeside(HttpServletResponse response, String suffix, String value, Duration maxAge) {
		write(response, name + '-' + suffix, value, maxAge);
	}

	private void write(HttpServletResponse response, String cookie, String value, Duration maxAge) {
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(cookie, value)
					.path(path)
					.secure(secure)
					.httpOnly(true)
					.sameSite("Lax")
					.maxAge(maxAge)
					.build()
					.toString());
	}

}

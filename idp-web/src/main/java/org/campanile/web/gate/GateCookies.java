package org.campanile.web.gate;

import java.util.Optional;
import java.util.stream.Stream;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.seal.Sealer;
import org.campanile.web.security.HostCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * The cookies that the gate keeps on the hosts of sites: the pass, and a mark by which
 * the browser that began a sign-on is known again. With the site's own host they have the
 * {@code __Host-} prefix (RFC 6265bis 4.1.3.2). Thread-safe.
 */
@Component
class GateCookies {

	private static final String PASS = "campanile-gate-";

	private static final String MARK = "campanile-begun-";

	private final Sealer sealer;

	GateCookies(Sealer sealer) {
		this.sealer = sealer;
	}

	/**
	 * The pass that a browser brought for a site; empty if it has none, or not this
	 * site's.
	 */
	Optional<GatePass> pass(GateSite site, HttpServletRequest request) {
		return values(name(PASS, site), request).flatMap(value -> GatePass.open(sealer, site, value).stream())
			.findFirst();
	}

	/**
	 * Sets the pass; if it is too large for a cookie, one with which each look is due.
	 */
	void write(GateSite site, GatePass pass, HttpServletResponse response) {
		String sealed = pass.sealed(sealer, site);
		write(site, PASS, sealed.length() <= GatePass.MAX_LENGTH ? sealed : pass.bare().sealed(sealer, site), response);
	}

	/** The mark of the browser; empty if it has none. */
	Optional<String> mark(GateSite site, HttpServletRequest request) {
		return values(name(MARK, site), request).findFirst();
	}

	void mark(GateSite site, String mark, HttpServletResponse response) {
		write(site, MARK, mark, response);
	}

	private static Stream<String> values(String name, HttpServletRequest request) {
		Cookie[] cookies = request.getCookies();
		return cookies == null ? Stream.empty()
				: Stream.of(cookies).filter(cookie -> cookie.getName().equals(name)).map(Cookie::getValue);
	}

	private static String name(String kind, GateSite site) {
		String prefix = !site.secure() ? "" : site.cookieDomain() == null ? "__Host-" : "__Secure-";
		return prefix + kind + site.id();
	}

	private static void write(GateSite site, String kind, String value, HttpServletResponse response) {
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(name(kind, site), value)
					.path("/")
					.domain(site.cookieDomain())
					.secure(site.secure())
					.httpOnly(true)
					.sameSite("Lax")
					.maxAge(HostCookie.UNTIL_CLOSED)
					.build()
					.toString());
	}

}

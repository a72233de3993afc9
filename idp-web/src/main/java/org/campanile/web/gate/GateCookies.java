package org.campanile.web.gate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.gate.GatePass;
import org.campanile.gate.GateSite;
import org.campanile.seal.KeyRing;
import org.campanile.seal.Sealer;
import org.campanile.web.security.HostCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/**
 * The cookies that the gate sets on the hosts of sites: the pass, and a mark that
 * identifies the browser that began a sign-on. With the site's own host they have the
 * {@code __Host-} prefix (RFC 6265bis 4.1.3.2). Thread-safe.
 */
@Component
class GateCookies {

	private static final String PASS = "campanile-gate-";

	private static final String MARK = "campanile-begun-";

	/**
	 * The maximum size of cached passes, in characters of cookies; with the opened passes
	 * some 20 MB.
	 */
	private static final long MAX_OPENED = 4_000_000;

	private final Sealer sealer;

	/**
	 * The passes opened last: a browser sends the same one with each file of a page, and
	 * opening it costs a fifth of a check.
	 */
	private final Cache<Sealed, Opened> opened = Caffeine.newBuilder()
		.maximumWeight(MAX_OPENED)
		.weigher((Sealed sealed, Opened pass) -> sealed.cookie().length())
		.expireAfterWrite(Duration.ofMinutes(1))
		.executor(Runnable::run)
		.build();

	private record Sealed(String site, String cookie) {
	}

	/** An opened pass, valid while the keys are the same. */
	private record Opened(KeyRing keys, GatePass pass) {
	}

	GateCookies(Sealer sealer) {
		this.sealer = sealer;
	}

	/**
	 * Returns the pass that a browser sent for a site; empty if it has none, or not this
	 * site's.
	 */
	Optional<GatePass> pass(GateSite site, HttpServletRequest request) {
		return HostCookie.values(request, name(PASS, site)).flatMap(value -> open(site, value).stream()).findFirst();
	}

	private Optional<GatePass> open(GateSite site, String cookie) {
		Sealed sealed = new Sealed(site.id(), cookie);
		KeyRing keys = sealer.ring();
		Opened known = opened.getIfPresent(sealed);
		if (known != null && known.keys().equals(keys)) {
			return Optional.of(known.pass());
		}
		Optional<GatePass> pass = GatePass.open(sealer, site, cookie);
		pass.ifPresent(fresh -> opened.put(sealed, new Opened(keys, fresh)));
		return pass;
	}

	/**
	 * Sets the pass; if it is too large for a cookie, one with which the session is
	 * checked for each request.
	 */
	void write(GateSite site, GatePass pass, HttpServletResponse response) {
		String sealed = pass.sealed(sealer, site);
		write(site, PASS, sealed.length() <= GatePass.MAX_LENGTH ? sealed : pass.bare().sealed(sealer, site), response);
	}

	/**
	 * The mark of the browser; several if another server below the site's cookie domain
	 * has set one.
	 */
	List<String> marks(GateSite site, HttpServletRequest request) {
		return HostCookie.values(request, name(MARK, site)).toList();
	}

	void mark(GateSite site, String mark, HttpServletResponse response) {
		write(site, MARK, mark, response);
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

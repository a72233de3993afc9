package org.campanile.web.gate;

import java.util.Enumeration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.gate.PageAddress;
import org.springframework.http.HttpHeaders;

/**
 * The request about which a web server queries the gate, as described by
 * {@code X-Original-URL} (nginx, Apache), or by {@code X-Forwarded-Proto}, {@code -Host},
 * {@code -Uri} (Traefik, Caddy).
 *
 * @param page what was asked for
 * @param method the HTTP method
 * @param forwarded whether the web server passes the gate's answer on as it is
 */
record GateRequest(PageAddress page, String method, boolean forwarded) {

	private static final String ORIGINAL_URL = "X-Original-URL";

	private static final String FORWARDED_URI = "X-Forwarded-Uri";

	private static final String FETCH_MODE = "Sec-Fetch-Mode";

	private static final String REQUESTED_WITH = "X-Requested-With";

	/**
	 * Matches methods as RFC 9110 (9.1) registers them: of these letters, whose case
	 * matters.
	 */
	private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]{0,31}");

	/** The description of a request by a web server. */
	sealed interface Described {

		/** The request is not described, or in two ways. */
		record Not() implements Described {
		}

		/**
		 * The address is invalid, or could be read in two ways.
		 *
		 * @param address as it was sent
		 */
		record Unusable(String address) implements Described {
		}

		record Fully(GateRequest request) implements Described {
		}

	}

	/** Returns the web server's description of the request. */
	static Described of(HttpServletRequest request) {
		boolean forwarded = request.getHeader(ORIGINAL_URL) == null;
		Optional<String> address = address(request);
		Optional<String> method = single(request, forwarded ? "X-Forwarded-Method" : "X-Original-Method")
			.filter(METHOD.asMatchPredicate());
		if (address.isEmpty() || method.isEmpty()) {
			return new Described.Not();
		}
		Optional<PageAddress> page = PageAddress.of(address.get());
		return page.isEmpty() ? new Described.Unusable(address.get())
				: new Described.Fully(new GateRequest(page.get(), method.get(), forwarded));
	}

	/** Returns the page alone, for a request that the web server forwards unchanged. */
	static Optional<PageAddress> page(HttpServletRequest request) {
		return address(request).flatMap(PageAddress::of);
	}

	private static Optional<String> address(HttpServletRequest request) {
		if ((request.getHeader(ORIGINAL_URL) == null) == (request.getHeader(FORWARDED_URI) == null)) {
			return Optional.empty();
		}
		return single(request, ORIGINAL_URL).or(() -> forwarded(request));
	}

	/**
	 * Returns the address that Traefik and Caddy describe. The URI must begin with a
	 * slash: appended to the host, any other text could name another one.
	 */
	private static Optional<String> forwarded(HttpServletRequest request) {
		Optional<String> uri = single(request, FORWARDED_URI).filter(each -> each.startsWith("/"));
		Optional<String> scheme = single(request, "X-Forwarded-Proto");
		Optional<String> host = single(request, "X-Forwarded-Host");
		if (uri.isEmpty() || scheme.isEmpty() || host.isEmpty()) {
			return Optional.empty();
		}
		return Optional.of(web(scheme.get()) + "://" + host.get() + uri.get());
	}

	/**
	 * Returns the scheme of the web. Traefik names the scheme of a WebSocket (RFC 6455,
	 * 3), which begins as a GET.
	 */
	private static String web(String scheme) {
		return switch (scheme) {
			case "ws" -> "http";
			case "wss" -> "https";
			default -> scheme;
		};
	}

	/** The value of a header; empty if it is absent, or comes more than once. */
	private static Optional<String> single(HttpServletRequest request, String name) {
		Enumeration<String> values = request.getHeaders(name);
		Optional<String> first = values.hasMoreElements() ? Optional.of(values.nextElement()) : Optional.empty();
		return values.hasMoreElements() ? Optional.empty() : first;
	}

	/** Whether the answer is shown to a user, who can be sent to the login. */
	static boolean isForPage(HttpServletRequest request) {
		String mode = request.getHeader(FETCH_MODE);
		if (mode != null) {
			return mode.equals("navigate");
		}
		String accept = request.getHeader(HttpHeaders.ACCEPT);
		return request.getHeader(REQUESTED_WITH) == null && accept != null
				&& Stream.of("text/html", "application/xhtml+xml").anyMatch(accept::contains);
	}

	/**
	 * Whether a browser sent the request (Fetch Metadata, 2.2) or a script in one. If
	 * asked for a password, it would ask the user.
	 */
	static boolean isFromBrowser(HttpServletRequest request) {
		return request.getHeader(FETCH_MODE) != null || request.getHeader(REQUESTED_WITH) != null;
	}

}

package org.campanile.web.gate;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.gate.PageAddress;
import org.springframework.http.HttpHeaders;

/**
 * The request that a web server asks the gate about, as it describes it: by
 * {@code X-Original-URL} (nginx, Apache), or by {@code X-Forwarded-Proto}, {@code -Host},
 * {@code -Uri} (Traefik, Caddy).
 *
 * @param page what was asked for
 * @param method the HTTP method, in upper case
 * @param forwarded whether the web server passes the gate's answer on as it is
 */
record GateRequest(PageAddress page, String method, boolean forwarded) {

	private static final String ORIGINAL_URL = "X-Original-URL";

	/** Empty if it is not described, or in two ways, or the address is none. */
	static Optional<GateRequest> of(HttpServletRequest request) {
		Optional<String> original = single(request, ORIGINAL_URL);
		Optional<String> uri = single(request, "X-Forwarded-Uri");
		if (original.isPresent() == uri.isPresent()) {
			return Optional.empty();
		}
		Optional<String> address = original.or(() -> single(request, "X-Forwarded-Proto")
			.flatMap(scheme -> single(request, "X-Forwarded-Host").map(host -> scheme + "://" + host + uri.get())));
		String method = single(request, original.isPresent() ? "X-Original-Method" : "X-Forwarded-Method").orElse("GET")
			.toUpperCase(Locale.ROOT);
		return address.flatMap(PageAddress::of).map(page -> new GateRequest(page, method, uri.isPresent()));
	}

	/** The value of a header; empty if it is absent, or comes more than once. */
	private static Optional<String> single(HttpServletRequest request, String name) {
		var values = request.getHeaders(name);
		if (!values.hasMoreElements()) {
			return Optional.empty();
		}
		String first = values.nextElement();
		return values.hasMoreElements() ? Optional.empty() : Optional.of(first);
	}

	/** Whether the answer is shown to a user, who can be sent to the login. */
	static boolean isForPage(HttpServletRequest request) {
		String mode = request.getHeader("Sec-Fetch-Mode");
		if (mode != null) {
			return mode.equals("navigate");
		}
		String accept = request.getHeader(HttpHeaders.ACCEPT);
		return request.getHeader("X-Requested-With") == null && accept != null
				&& Stream.of("text/html", "application/xhtml+xml").anyMatch(accept::contains);
	}

}

package org.campanile.web.fault;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import org.campanile.web.endpoint.Endpoints;

/**
 * Distinguishes requests for addresses of other software, such as {@code /wp-login.php},
 * from requests for unknown pages of this server. Scanners send them all the time; they
 * are refused like any other, but should not clutter the audit log. Thread-safe.
 */
@Component
final class ScannerRequests {

	/** The first path segments of pages that are not endpoints. */
	private static final Set<String> PAGES = Set.of("logo", "problem");

	private static final Set<String> REASONS = Set.of(IncidentReason.NOT_FOUND.name(),
			IncidentReason.METHOD_NOT_ALLOWED.name(), IncidentReason.FORGED_FORM.name());

	/** The first segments, below the context path, of all paths that are served. */
	private final Set<String> served;

	ScannerRequests(Endpoints endpoints) {
		this.served = Stream
			.concat(PAGES.stream(), endpoints.all().stream().map(endpoint -> firstSegment(endpoint.path(), 1)))
			.collect(Collectors.toUnmodifiableSet());
	}

	boolean isStray(String reason, HttpServletRequest request) {
		return REASONS.contains(reason) && !served.contains(firstSegment(request));
	}

	/** The requested URI, also during the container's error dispatch. */
	static String uri(HttpServletRequest request) {
		return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String asked ? asked
				: request.getRequestURI();
	}

	private static String firstSegment(HttpServletRequest request) {
		String uri = uri(request);
		return firstSegment(uri, Objects.requireNonNullElse(request.getContextPath(), "").length() + 1);
	}

	private static String firstSegment(String uri, int start) {
		if (start >= uri.length()) {
			return "";
		}
		int end = uri.indexOf('/', start);
		return uri.substring(start, end < 0 ? uri.length() : end);
	}

}

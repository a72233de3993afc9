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
 * Detects requests for addresses of other software, such as {@code /wp-login.php}, from
 * those who mean this server: they come all the time, are refused as anybody, and do not
 * belong among what an administrator has to look at. Thread-safe.
 */
@Component
final class ScannerRequests {

	/** The first segments of what is served beside endpoints. */
	private static final Set<String> PAGES = Set.of("logo", "problem");

	private static final Set<String> REASONS = Set.of(IncidentReason.NOT_FOUND.name(),
			IncidentReason.METHOD_NOT_ALLOWED.name(), IncidentReason.FORGED_FORM.name());

	/** The first segments, below the context path, of all that is served. */
	private final Set<String> served;

	ScannerRequests(Endpoints endpoints) {
		this.served = Stream
			.concat(PAGES.stream(), endpoints.all().stream().map(endpoint -> firstSegment(endpoint.path(), 1)))
			.collect(Collectors.toUnmodifiableSet());
	}

	boolean isStray(String reason, HttpServletRequest request) {
		return REASONS.contains(reason) && !served.contains(firstSegment(request));
	}

	/** The address that was asked for, also where the container shows its error page. */
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

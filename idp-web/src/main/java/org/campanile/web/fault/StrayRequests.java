package org.campanile.web.fault;

import java.util.Objects;
import java.util.Set;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Tells those who try addresses that other software has, such as {@code /wp-login.php},
 * from those who mean this server: they come all the time, are refused as anybody, and do
 * not belong among what an administrator has to look at.
 */
final class StrayRequests {

	/** The first segments, below the context path, of all that is served. */
	private static final Set<String> SERVED = Set.of("profile", "login", "metadata", "shibboleth", "logo", "problem",
			"demo");

	private static final Set<String> REASONS = Set.of(IncidentReason.NOT_FOUND.name(),
			IncidentReason.METHOD_NOT_ALLOWED.name(), IncidentReason.FORGED_FORM.name());

	private StrayRequests() {
	}

	static boolean isStray(String reason, HttpServletRequest request) {
		return REASONS.contains(reason) && !SERVED.contains(firstSegment(request));
	}

	/** The address that was asked for, also where the container shows its error page. */
	static String uri(HttpServletRequest request) {
		return request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String asked ? asked
				: request.getRequestURI();
	}

	private static String firstSegment(HttpServletRequest request) {
		String uri = uri(request);
		int start = Objects.requireNonNullElse(request.getContextPath(), "").length() + 1;
		if (start >= uri.length()) {
			return "";
		}
		int end = uri.indexOf('/', start);
		return uri.substring(start, end < 0 ? uri.length() : end);
	}

}

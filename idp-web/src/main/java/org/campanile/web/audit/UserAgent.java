package org.campanile.web.audit;

import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The User-Agent header of a request; it may be hostile, so it is truncated. */
public final class UserAgent {

	private static final String FIELD = "userAgent";

	private static final int MAX_LENGTH = 256;

	private UserAgent() {
	}

	/**
	 * Adds it to the fields of an audit line, to be called last, as the value is long.
	 */
	public static void add(Map<String, String> fields, HttpServletRequest request) {
		@Nullable String header = request.getHeader("User-Agent");
		if (header != null && !header.isEmpty()) {
			fields.put(FIELD, header.length() <= MAX_LENGTH ? header : header.substring(0, MAX_LENGTH));
		}
	}

}

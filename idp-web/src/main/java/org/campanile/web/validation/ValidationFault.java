package org.campanile.web.validation;

import jakarta.servlet.http.HttpServletResponse;

/** Faults of a request; the codes are privacyIDEA's. */
enum ValidationFault {

	NO_CLIENT(HttpServletResponse.SC_UNAUTHORIZED, 4033,
			"Authentication failure. A token of a validation client is missing or wrong."),
	WRONG_REALM(HttpServletResponse.SC_FORBIDDEN, 303, "This client may not ask about that realm."),
	NO_USER(HttpServletResponse.SC_BAD_REQUEST, 905, "Missing parameter: 'user'"),
	NO_PASS(HttpServletResponse.SC_BAD_REQUEST, 905, "Missing parameter: 'pass'"),
	BADLY_ENCODED(HttpServletResponse.SC_BAD_REQUEST, 905,
			"A parameter cannot be decoded twice, as is set for this client."),
	JSON_MALFORMED(HttpServletResponse.SC_BAD_REQUEST, 905, "The body is not a JSON object of strings."),
	TOO_LONG(HttpServletResponse.SC_BAD_REQUEST, 905, "A parameter is too long, or there twice."),
	TOO_MANY(429, 303, "Too many requests of this client."),
	BUSY(HttpServletResponse.SC_SERVICE_UNAVAILABLE, 903, "Too many checks are in progress. Try again later."),
	UNAVAILABLE(HttpServletResponse.SC_SERVICE_UNAVAILABLE, 903, "This cannot be checked now. Try again later.");

	private final int status;

	private final int code;

	private final String message;

	ValidationFault(int status, int code, String message) {
		this.status = status;
		this.code = code;
		this.message = message;
	}

	int status() {
		return status;
	}

	int code() {
		return code;
	}

	String message() {
		return message;
	}

	/** Thrown if a request cannot be answered. */
	static final class FaultException extends Exception {

		private static final long serialVersionUID = 1L;

		private final ValidationFault fault;

		FaultException(ValidationFault fault) {
			super(fault.message, null, false, false);
			this.fault = fault;
		}

		ValidationFault fault() {
			return fault;
		}

	}

}

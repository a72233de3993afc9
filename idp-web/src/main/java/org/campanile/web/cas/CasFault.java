package org.campanile.web.cas;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a request of a browser is refused with a page; nothing is sent to the
 * service.
 */
final class CasFault extends Exception {

	private static final long serialVersionUID = 1L;

	private final Code code;

	private final @Nullable String service;

	CasFault(Code code, String detail, @Nullable String service) {
		super(detail);
		this.code = code;
		this.service = service;
	}

	/**
	 * The reasons. The name is part of the code on the page and in the audit line;
	 * {@code docs/errors.md} explains each.
	 */
	enum Code {

		/** No registered service owns the service URL. */
		SERVICE_URL_UNKNOWN,
		/** The service URL cannot be that of a service. */
		SERVICE_URL_MALFORMED,
		/** The registered service is disabled. */
		SERVICE_URL_DISABLED,
		/** A parameter is repeated, or has an invalid value. */
		PARAMETER_UNUSABLE

	}

	Code code() {
		return code;
	}

	/** The id of the service concerned; null if it is not known. */
	@Nullable String service() {
		return service;
	}

	/**
	 * The value of a parameter; null if it is absent or empty.
	 * @throws CasFault if it comes more than once: two readers of it could differ
	 */
	static @Nullable String parameter(HttpServletRequest request, String name) throws CasFault {
		String[] values = request.getParameterValues(name);
		if (values == null) {
			return null;
		}
		if (values.length > 1) {
			throw new CasFault(Code.PARAMETER_UNUSABLE, name + " is given " + values.length + " times", null);
		}
		return values[0].isEmpty() ? null : values[0];
	}

	/**
	 * Whether a parameter is set (CAS Protocol 3.0.3, 2.1.1), to another value than
	 * false.
	 */
	static boolean flag(HttpServletRequest request, String name) throws CasFault {
		String value = parameter(request, name);
		return value != null && !value.equalsIgnoreCase("false");
	}

}

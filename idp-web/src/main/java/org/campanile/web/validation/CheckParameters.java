package org.campanile.web.validation;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

import org.campanile.web.validation.JsonParameters.MalformedJsonException;
import org.campanile.web.validation.ValidationFault.FaultException;

/**
 * The parameters of a request for a check.
 *
 * @param request has those of the query and of a form
 * @param json those of a JSON body
 */
record CheckParameters(HttpServletRequest request, Map<String, String> json) {

	/** The maximum length of each, in characters. */
	private static final int MAX_LENGTH = 1_200;

	private static final String[] NONE = {};

	/**
	 * Reads the parameters.
	 * @throws MalformedJsonException if the body is said to be JSON, and is no object of
	 * parameters
	 */
	static CheckParameters of(HttpServletRequest request) throws MalformedJsonException, IOException {
		boolean json = request.getMethod().equals("POST") && isJson(request.getContentType());
		return new CheckParameters(request,
				json ? JsonParameters.read(request.getInputStream().readAllBytes()) : Map.of());
	}

	private static boolean isJson(@Nullable String contentType) {
		try {
			return contentType != null
					&& MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	boolean has(String name) {
		return json.containsKey(name) || request.getParameter(name) != null;
	}

	/** Returns the single value of a parameter; empty if there is none. */
	String text(String name) throws FaultException {
		String[] values = Optional.ofNullable(request.getParameterValues(name)).orElse(NONE);
		String member = json.get(name);
		if (values.length + (member == null ? 0 : 1) > 1) {
			throw new FaultException(ValidationFault.TOO_LONG);
		}
		String value = member != null ? member : values.length == 0 ? "" : values[0];
		if (value.length() > MAX_LENGTH) {
			throw new FaultException(ValidationFault.TOO_LONG);
		}
		return value;
	}

	/** Omits the values, which may be passwords. */
	@Override
	public String toString() {
		return "CheckParameters" + json.keySet();
	}

}

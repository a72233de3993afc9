package org.campanile.web.management;

import java.io.IOException;
import java.util.stream.Collectors;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.invoke.MissingParametersException;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameter;
import org.springframework.boot.actuate.endpoint.invoke.ParameterMappingException;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers a failed request to the management port with the status and a message in {@code
 * error}. Takes precedence over the resolvers of the public port, which render pages.
 * Thread-safe.
 */
final class ManagementErrors implements HandlerExceptionResolver, Ordered {

	private static final Logger logger = LoggerFactory.getLogger(ManagementErrors.class);

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception failure) {
		if (response.isCommitted()) {
			return null;
		}
		try {
			answer(request, response, failure);
		}
		catch (IOException ex) {
			logger.debug("The client closed the connection", ex);
		}
		return new ModelAndView();
	}

	private static void answer(HttpServletRequest request, HttpServletResponse response, Exception failure)
			throws IOException {
		if (request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status) {
			// Its error could not be written in the format that the client accepts.
			write(response, status, sentence(status));
		}
		else if (failure instanceof ErrorResponse known) {
			int status = known.getStatusCode().value();
			known.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
			write(response, status, sentence(status, failure));
		}
		else {
			logger.error("A request to the management port failed in a way that should not be possible", failure);
			write(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
					sentence(HttpServletResponse.SC_INTERNAL_SERVER_ERROR));
		}
	}

	private static String sentence(int status, Exception failure) {
		Throwable cause = failure.getCause() == null ? failure : failure.getCause();
		return switch (cause) {
			case ParameterMappingException wrong ->
				wrong.getParameter().getName() + ": not a value of that kind; docs/operations.md names the parameters";
			case MissingParametersException missing -> "missing: " + missing.getMissingParameters()
				.stream()
				.map(OperationParameter::getName)
				.sorted()
				.collect(Collectors.joining(", "));
			case HttpRequestMethodNotSupportedException wrong ->
				sentence(wrong.getMethod(), wrong.getSupportedMethods());
			default -> sentence(status);
		};
	}

	private static String sentence(String method, String @Nullable [] supported) {
		return method + " is not possible here" + (supported == null ? "" : "; use " + String.join(" or ", supported));
	}

	/** The error and the remedy, without anything that the client sent. */
	static String sentence(int status) {
		return switch (status) {
			case 400 -> "the request cannot be read; docs/operations.md describes the endpoints";
			case 403 -> "access is refused";
			case 404 -> "there is no such endpoint; /actuator lists the available ones";
			case 405 -> "this method is not possible here";
			case 406 -> "responses are JSON; accept that, or omit the Accept header";
			default -> status < 500 ? "the request was refused with status " + status
					: "the server failed (status " + status + "); see its log";
		};
	}

	static void write(HttpServletResponse response, int status, String error) throws IOException {
		response.setStatus(status);
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		response.setCharacterEncoding("UTF-8");
		response.getWriter().write(json(error));
	}

	/**
	 * @param error without characters that JSON requires to be escaped
	 */
	static String json(String error) {
		return "{\"error\":\"" + error + "\"}";
	}

}

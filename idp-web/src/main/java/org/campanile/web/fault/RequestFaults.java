package org.campanile.web.fault;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Handles requests that no endpoint accepts. */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class RequestFaults {

	private final Problems problems;

	RequestFaults(Problems problems) {
		this.problems = problems;
	}

	@ExceptionHandler({ NoResourceFoundException.class, NoHandlerFoundException.class })
	void onUnknownPath(HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.refuse(IncidentReason.NOT_FOUND, "no such page", request, response);
	}

	@ExceptionHandler
	void onWrongMethod(HttpRequestMethodNotSupportedException ex, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		String[] supported = ex.getSupportedMethods();
		if (supported != null) {
			response.setHeader("Allow", String.join(", ", supported));
		}
		problems.refuse(IncidentReason.METHOD_NOT_ALLOWED, ex.getMethod(), request, response);
	}

	@ExceptionHandler
	void onBadParameters(ServletRequestBindingException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		problems.refuse(IncidentReason.PARAMETERS_UNREADABLE, String.valueOf(ex.getMessage()), request, response);
	}

}

package org.campanile.web.fault;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Refuses bodies that are too large before anything reads them, and turns uncaught
 * exceptions into a page: a parameter that cannot be decoded is a client error,
 * everything else a server error. Outside all other filters, but inside the observation
 * of requests, which would count every exception that passes through it as a 500.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class LastResortFilter extends OncePerRequestFilter {

	private static final Logger log = LoggerFactory.getLogger(LastResortFilter.class);

	private final Problems problems;

	LastResortFilter(Problems problems) {
		this.problems = problems;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!request.getRequestURI().startsWith(request.getContextPath())) {
			// Tomcat treats //idp as /idp, but Spring throws an exception.
			problems.refuse(IncidentReason.REQUEST_REFUSED, "the path is not in its normal form", request, response);
			return;
		}
		if (request.getContentLengthLong() > BodyLimit.BYTES) {
			// So that the rest of the body need not be read.
			response.setHeader("Connection", "close");
			problems.refuse(IncidentReason.BODY_TOO_LARGE, request.getContentLengthLong() + " bytes", request,
					response);
			return;
		}
		try {
			chain.doFilter(request, response);
		}
		catch (IOException | ServletException | RuntimeException ex) {
			if (cause(ex, ClientAbortException.class) != null) {
				log.debug("The browser closed the connection", ex);
				return;
			}
			InvalidParameterException parameters = cause(ex, InvalidParameterException.class);
			if (response.isCommitted()) {
				log.error("A response was aborted", ex);
				throw ex;
			}
			response.resetBuffer();
			if (parameters != null) {
				boolean tooLarge = parameters.getErrorCode() == HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
				problems.refuse(tooLarge ? IncidentReason.BODY_TOO_LARGE : IncidentReason.PARAMETERS_UNREADABLE,
						String.valueOf(parameters.getMessage()), request, response);
			}
			else {
				log.error("A request failed in a way that should not be possible", ex);
				ServerHttpObservationFilter.findObservationContext(request)
					.ifPresent(observed -> observed.setError(ex));
				problems.refuse(IncidentReason.SERVER_ERROR, ex.getClass().getSimpleName(), request, response);
			}
		}
	}

	private static <T extends Throwable> @Nullable T cause(Throwable ex, Class<T> type) {
		Throwable cause = ex;
		while (cause != null && !type.isInstance(cause)) {
			cause = cause.getCause();
		}
		return type.cast(cause);
	}

}

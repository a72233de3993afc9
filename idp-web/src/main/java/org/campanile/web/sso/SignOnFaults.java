package org.campanile.web.sso;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;

/** Turns faults of valid sign-on requests, whatever their protocol, into pages. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class SignOnFaults {

	private static final Logger logger = LoggerFactory.getLogger(SignOnFaults.class);

	private final Problems problems;

	private final ServiceViews services;

	SignOnFaults(Problems problems, ServiceViews services) {
		this.problems = problems;
		this.services = services;
	}

	@ExceptionHandler
	void onUnanswerable(UnanswerableRequestException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Problem problem = switch (ex.reason()) {
			case REQUEST_REPLAYED -> Problem.ALREADY_ANSWERED;
			case REPLAY_CHECK_UNAVAILABLE -> Problem.STORE_DOWN;
		};
		problems.refuse(problem, new Problems.Incident(ex.reason(), String.valueOf(ex.getMessage()), ex.service()),
				services.view(ex.service(), request), request, response);
	}

	@ExceptionHandler
	void onServiceGone(ServiceGoneException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		problems.refuse(Problem.UNKNOWN_SERVICE,
				new Problems.Incident(IncidentReason.SERVICE_GONE, String.valueOf(ex.getMessage()), ex.service()), null,
				request, response);
	}

	@ExceptionHandler
	void onSourceUnavailable(SourceUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		logger.warn("A login was refused, source {} gave no usable answer: {}", ex.source(), ex.getMessage());
		problems.refuse(IncidentReason.SOURCE_UNAVAILABLE, "source " + ex.source() + ": " + ex.getMessage(), request,
				response);
	}

	@ExceptionHandler
	void onStoreUnavailable(StoreUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// A store that is down fails every request; one line each is enough.
		logger.error("The session store failed: {}", ex.getMessage());
		logger.debug("The session store failed", ex);
		problems.refuse(IncidentReason.STORE_UNAVAILABLE, String.valueOf(ex.getMessage()), request, response);
	}

}

package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

import org.campanile.attribute.SourceUnavailableException;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.store.StoreUnavailableException;
import org.campanile.signon.ServiceGoneException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ServiceView;

/**
 * Faults of the sign-on endpoints: those the service may learn of go to it, all others
 * become a page.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class SignOnFaults {

	private static final Logger logger = LoggerFactory.getLogger(SignOnFaults.class);

	private final Problems problems;

	private final Services services;

	private final SignOnResponder responder;

	SignOnFaults(Problems problems, Services services, SignOnResponder responder) {
		this.problems = problems;
		this.services = services;
		this.responder = responder;
	}

	@ExceptionHandler
	void onSamlFault(SamlFault fault, HttpServletRequest request, HttpServletResponse response) throws IOException {
		Optional<SamlFault.ReplyTo> replyTo = fault.replyTo();
		if (replyTo.isPresent()) {
			responder.report(fault, replyTo.get(), request, response);
			return;
		}
		String service = fault.service().orElse(null);
		ServiceView view = service == null ? null : services.view(service, request);
		problems.refuse(problem(fault.code(), request.getMethod()),
				new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()), service), view, request,
				response);
	}

	/**
	 * The status for content too large is for a body alone: what is too large in an
	 * address only became so by inflating, and is a malformed request like others.
	 */
	private static Problem problem(FaultCode code, String method) {
		return switch (code) {
			case MESSAGE_TOO_LARGE -> "POST".equals(method) ? Problem.TOO_LARGE : Problem.REQUEST_REFUSED;
			case SERVICE_UNKNOWN, SERVICE_DISABLED -> Problem.UNKNOWN_SERVICE;
			case REQUEST_REPLAYED -> Problem.ALREADY_ANSWERED;
			case REPLAY_CHECK_UNAVAILABLE -> Problem.STORE_DOWN;
			default -> Problem.REQUEST_REFUSED;
		};
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
		logger.warn("A login was refused, source {} does not answer: {}", ex.source(), ex.getMessage());
		problems.refuse(Problem.STORE_DOWN, new Problems.Incident(IncidentReason.SOURCE_UNAVAILABLE,
				"source " + ex.source() + ": " + ex.getMessage(), null), null, request, response);
	}

	@ExceptionHandler
	void onStoreUnavailable(StoreUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// A store that is down fails every request; one line each is enough.
		logger.error("The session store failed: {}", ex.getMessage());
		logger.debug("The session store failed", ex);
		problems.refuse(Problem.STORE_DOWN,
				new Problems.Incident(IncidentReason.STORE_UNAVAILABLE, String.valueOf(ex.getMessage()), null), null,
				request, response);
	}

}

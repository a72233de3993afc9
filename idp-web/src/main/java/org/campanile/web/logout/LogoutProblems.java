package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.Services;

/** What can go wrong on the way out. Thread-safe. */
@Component
class LogoutProblems {

	private static final Logger logger = LoggerFactory.getLogger(LogoutProblems.class);

	private final Problems problems;

	private final Services services;

	LogoutProblems(Problems problems, Services services) {
		this.problems = problems;
		this.services = services;
	}

	/** A service's message was refused; nothing is sent anywhere. */
	void refused(SamlFault fault, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String service = fault.service().orElse(null);
		ServiceView view = service == null ? null : services.view(service, request);
		Problem problem = switch (fault.code()) {
			case MESSAGE_TOO_LARGE -> "POST".equals(request.getMethod()) ? Problem.TOO_LARGE : Problem.LOGOUT_REFUSED;
			case SERVICE_UNKNOWN, SERVICE_DISABLED -> Problem.UNKNOWN_SERVICE;
			case REPLAY_CHECK_UNAVAILABLE -> Problem.LOGOUT_UNAVAILABLE;
			default -> Problem.LOGOUT_REFUSED;
		};
		problems.refuse(problem, incident(fault), view, request, response);
	}

	/** The same for a service that sent it without a browser; the audit line alone. */
	void audit(SamlFault fault, HttpServletRequest request) {
		problems.audit(incident(fault), request);
	}

	/** The page of a logout that is over, or never was. */
	void expired(HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.refuse(Problem.LOGOUT_EXPIRED,
				new Problems.Incident(IncidentReason.LOGOUT_EXPIRED, "no logout of that name", null), null, request,
				response);
	}

	void unavailable(StoreUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		logger.error("The store of logouts failed: {}", ex.getMessage(), ex);
		problems.refuse(Problem.LOGOUT_UNAVAILABLE, incident(ex), null, request, response);
	}

	/** The audit line alone. */
	void audit(StoreUnavailableException ex, HttpServletRequest request) {
		problems.audit(incident(ex), request);
	}

	private static Problems.Incident incident(StoreUnavailableException ex) {
		return new Problems.Incident(IncidentReason.STORE_UNAVAILABLE, String.valueOf(ex.getMessage()), null);
	}

	private static Problems.Incident incident(SamlFault fault) {
		FaultCode code = fault.code();
		return new Problems.Incident(code, String.valueOf(fault.getMessage()), fault.service().orElse(null));
	}

}

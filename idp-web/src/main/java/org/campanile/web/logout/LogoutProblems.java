package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import org.campanile.store.StoreUnavailableException;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;

/** Shows and audits faults of a logout. Thread-safe. */
@Component
class LogoutProblems {

	private static final Logger logger = LoggerFactory.getLogger(LogoutProblems.class);

	private final Problems problems;

	LogoutProblems(Problems problems) {
		this.problems = problems;
	}

	/** The page for a logout that is complete or does not exist. */
	void expired(HttpServletRequest request, HttpServletResponse response) throws IOException {
		problems.refuse(IncidentReason.LOGOUT_EXPIRED, "no such logout", request, response);
	}

	void unavailable(StoreUnavailableException ex, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		logger.error("The store failed during a logout: {}", ex.getMessage(), ex);
		problems.refuse(Problem.LOGOUT_UNAVAILABLE, incident(ex), null, request, response);
	}

	/** Writes only the audit line. */
	void audit(StoreUnavailableException ex, HttpServletRequest request) {
		problems.audit(incident(ex), request);
	}

	private static Problems.Incident incident(StoreUnavailableException ex) {
		return new Problems.Incident(IncidentReason.STORE_UNAVAILABLE, String.valueOf(ex.getMessage()), null);
	}

}

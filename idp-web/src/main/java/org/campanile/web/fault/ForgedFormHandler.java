package org.campanile.web.fault;

import java.io.IOException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

import org.campanile.web.page.Problem;

/**
 * A form that did not come from this server in this browser: forged, or the browser keeps
 * no cookies.
 */
@Component
class ForgedFormHandler implements AccessDeniedHandler {

	private final Problems problems;

	ForgedFormHandler(Problems problems) {
		this.problems = problems;
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException ex)
			throws IOException {
		problems.refuse(Problem.FORGED_FORM,
				new Problems.Incident(IncidentReason.FORGED_FORM, String.valueOf(ex.getMessage()), null), null, request,
				response);
	}

}

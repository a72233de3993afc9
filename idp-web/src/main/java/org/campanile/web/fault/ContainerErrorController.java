package org.campanile.web.fault;

import java.io.IOException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

import org.campanile.web.page.Problem;

/** Errors that the container or Spring Security's firewall raised by status. */
@Controller
class ContainerErrorController implements ErrorController {

	private final Problems problems;

	ContainerErrorController(Problems problems) {
		this.problems = problems;
	}

	@RequestMapping("${server.error.path:/error}")
	void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
		int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code
				: HttpServletResponse.SC_NOT_FOUND;
		Problem problem = problem(status);
		problems.refuse(problem, new Problems.Incident(IncidentReason.ofStatus(problem), "status " + status, null),
				null, request, response);
	}

	private static Problem problem(int status) {
		return switch (status) {
			case 403 -> Problem.FORGED_FORM;
			case 404 -> Problem.NOT_FOUND;
			case 405 -> Problem.METHOD_NOT_ALLOWED;
			case 408 -> Problem.TOO_SLOW;
			case 413 -> Problem.TOO_LARGE;
			case 503 -> Problem.TRY_LATER;
			default -> status < 500 ? Problem.REQUEST_REFUSED : Problem.SERVER_ERROR;
		};
	}

}

package org.campanile.web.fault;

import java.io.IOException;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Renders the page for errors that the container or Spring Security's firewall reported
 * by status.
 */
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
		problems.refuse(IncidentReason.ofStatus(status), "status " + status, request, response);
	}

}

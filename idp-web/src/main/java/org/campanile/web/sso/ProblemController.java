package org.campanile.web.sso;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.ProblemLinks;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.ServiceView;

/**
 * Shows the page of a problem again, in the language chosen on it. Status 200: nothing
 * fails here, and no audit line is written.
 */
@Controller
class ProblemController {

	private final ProblemLinks links;

	private final Problems problems;

	private final ServiceViews services;

	ProblemController(ProblemLinks links, Problems problems, ServiceViews services) {
		this.links = links;
		this.problems = problems;
		this.services = services;
	}

	@GetMapping(ProblemLinks.PATH)
	void again(@RequestParam(defaultValue = "") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Optional<ProblemLinks.Shown> shown = links.read(id);
		if (shown.isEmpty()) {
			problems.refuse(IncidentReason.NOT_FOUND, "no page shown before", request, response);
			return;
		}
		ProblemLinks.Shown page = shown.get();
		problems.showAgain(page, page.service().isEmpty() ? null : view(page, request), request, response);
	}

	private ServiceView view(ProblemLinks.Shown page, HttpServletRequest request) {
		return services.view(page.service(), page.startUrl(), request).startingAt(page.startUrl());
	}

}

package org.campanile.web.sso;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

import org.campanile.IdentityProvider;
import org.campanile.web.fault.IncidentReason;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ServiceView;
import org.campanile.web.security.BrowserBinding;

/**
 * Handles a form that did not come from this server in this browser: forged, or the
 * browser keeps no cookies, or two of its tabs began at the same moment, before it had
 * one.
 * <p>
 * What was typed is ignored. For a login form of ours that was made for another cookie,
 * the page links to its request in this browser, which allows no more than a link to that
 * request would.
 */
@Component
class ForgedFormHandler implements AccessDeniedHandler {

	private final Problems problems;

	private final ServiceViews services;

	private final LoginFlows flows;

	private final BrowserBinding browserBinding;

	private final DeclaredMethods methods;

	private final String login;

	ForgedFormHandler(Problems problems, ServiceViews services, LoginFlows flows, BrowserBinding browserBinding,
			DeclaredMethods methods, IdentityProvider identityProvider) {
		this.problems = problems;
		this.services = services;
		this.flows = flows;
		this.browserBinding = browserBinding;
		this.methods = methods;
		this.login = identityProvider.baseUrl() + LoginController.PATH + "?flow=";
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException ex)
			throws IOException {
		// No form sends PUT, DELETE or PATCH.
		List<String> allowed = "POST".equals(request.getMethod()) ? List.of() : methods.of(request);
		if (!allowed.isEmpty() && !allowed.contains(request.getMethod())) {
			response.setHeader(HttpHeaders.ALLOW, String.join(", ", allowed));
			problems.refuse(IncidentReason.METHOD_NOT_ALLOWED, request.getMethod(), request, response);
			return;
		}
		List<String> browserIds = browserBinding.presentIds(request);
		Optional<LoginFlows.Stale> other = browserIds.isEmpty() ? Optional.empty()
				: ofAnotherCookie(browserIds, request);
		String service = other.map(stale -> stale.request().service()).orElse(null);
		ServiceView view = other.map(stale -> view(stale, request, response)).orElse(null);
		problems.refuse(Problem.FORGED_FORM,
				new Problems.Incident(IncidentReason.FORGED_FORM, String.valueOf(ex.getMessage()), service), view,
				request, response);
	}

	private Optional<LoginFlows.Stale> ofAnotherCookie(List<String> browserIds, HttpServletRequest request) {
		String flow = Objects.requireNonNullElse(request.getParameter("flow"), "");
		Object read = switch (request.getServletPath()) {
			case LoginController.PATH -> flows.fromForm(flow, browserIds);
			case PasswordChangeController.PATH -> flows.fromPasswordChange(flow, browserIds);
			default -> "";
		};
		return read instanceof LoginFlows.Stale stale && stale.otherBrowser() ? Optional.of(stale) : Optional.empty();
	}

	private ServiceView view(LoginFlows.Stale stale, HttpServletRequest request, HttpServletResponse response) {
		return services.view(stale.request(), request)
			.startingAt(login + flows.forUrl(stale.request(), browserBinding.browserId(request, response)));
	}

}

package org.campanile.web.saml;

import java.io.IOException;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.web.fault.Problems;
import org.campanile.web.page.Pages;
import org.campanile.web.page.Problem;
import org.campanile.web.page.RedirectPage;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.ServiceViews;

/**
 * Handles faults of sign-on requests: those that may be disclosed to the service are sent
 * to it, all others result in an error page.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class SamlFaults {

	private final Problems problems;

	private final ServiceViews services;

	private final ResponseIssuer issuer;

	private final Pages pages;

	SamlFaults(Problems problems, ServiceViews services, ResponseIssuer issuer, Pages pages) {
		this.problems = problems;
		this.services = services;
		this.issuer = issuer;
		this.pages = pages;
	}

	@ExceptionHandler
	void onSamlFault(SamlFault fault, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String service = fault.service().orElse(null);
		Problems.Incident incident = new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()), service);
		Optional<SamlFault.ReplyTo> replyTo = fault.replyTo();
		if (replyTo.isPresent()) {
			problems.audit(incident, request);
			report(replyTo.get(), request, response);
			return;
		}
		ServiceView view = service == null ? null : services.view(RelyingParty.PROTOCOL, service, request);
		problems.refuse(problem(fault.code(), request.getMethod()), incident, view, request, response);
	}

	private void report(SamlFault.ReplyTo replyTo, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		ServiceView view = services.view(replyTo.service(), replyTo.responseUrl(), request);
		pages.redirect(new RedirectPage(view, issuer.error(replyTo)), request, response);
	}

	/**
	 * Status 413 applies only to a body: a message in a URL becomes too large only by
	 * inflating, and is treated like any malformed request.
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

}

package org.campanile.web.saml;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.web.fault.Problems;
import org.campanile.web.logout.LogoutEntry;
import org.campanile.web.page.Problem;
import org.campanile.web.page.ServiceView;
import org.campanile.web.sso.ServiceViews;

/**
 * The front-channel endpoints of single logout (SAML Profiles 4.4), under the same paths
 * as in Shibboleth. Each accepts requests, and responses to the server's own requests.
 */
@Controller
class SamlLogoutController {

	private final RedirectDecoder redirectDecoder;

	private final PostDecoder postDecoder;

	private final LogoutRequestProcessor requests;

	private final LogoutResponseProcessor responses;

	private final LogoutEntry entry;

	private final Problems problems;

	private final ServiceViews services;

	private final IdentityProvider identityProvider;

	SamlLogoutController(RedirectDecoder redirectDecoder, PostDecoder postDecoder, LogoutRequestProcessor requests,
			LogoutResponseProcessor responses, LogoutEntry entry, Problems problems, ServiceViews services,
			IdentityProvider identityProvider) {
		this.redirectDecoder = redirectDecoder;
		this.postDecoder = postDecoder;
		this.requests = requests;
		this.responses = responses;
		this.entry = entry;
		this.problems = problems;
		this.services = services;
		this.identityProvider = identityProvider;
	}

	/** Handles HTTP-Redirect (SAML Bindings 3.4). */
	@GetMapping(SamlEndpoints.REDIRECT_SLO)
	void redirect(HttpServletRequest request, HttpServletResponse response) throws SamlFault, IOException {
		receive(redirectDecoder.decodeEither(request.getQueryString()), request, response);
	}

	/** Handles HTTP-POST (SAML Bindings 3.5). */
	@PostMapping(SamlEndpoints.POST_SLO)
	void post(HttpServletRequest request, HttpServletResponse response) throws SamlFault, IOException {
		receive(postDecoder.decodeEither(PostedForm.read(request)), request, response);
	}

	private void receive(InboundMessage message, HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, IOException {
		if (message.response()) {
			entry.answered(responses.process(message), request, response);
		}
		else {
			entry.requested(requests.process(message).requested(identityProvider.id()), request, response);
		}
	}

	/** A message was refused; nothing is sent to the service. */
	@ExceptionHandler
	void onSamlFault(SamlFault fault, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String service = fault.service().orElse(null);
		ServiceView view = service == null ? null : services.view(RelyingParty.PROTOCOL, service, request);
		Problem problem = switch (fault.code()) {
			case MESSAGE_TOO_LARGE -> "POST".equals(request.getMethod()) ? Problem.TOO_LARGE : Problem.LOGOUT_REFUSED;
			case SERVICE_UNKNOWN, SERVICE_DISABLED -> Problem.UNKNOWN_SERVICE;
			case REPLAY_CHECK_UNAVAILABLE -> Problem.LOGOUT_UNAVAILABLE;
			default -> Problem.LOGOUT_REFUSED;
		};
		problems.refuse(problem, new Problems.Incident(fault.code(), String.valueOf(fault.getMessage()), service), view,
				request, response);
	}

}

package org.campanile.web.logout;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutOutcome;
import org.campanile.logout.SingleLogout;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.logout.LogoutRequestProcessor;
import org.campanile.saml.logout.LogoutResponseProcessor;
import org.campanile.web.sso.PostedForm;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * The endpoints of single logout that a browser comes to with a service's message (SAML
 * Profiles 4.4), at the addresses that Shibboleth gives them. Each takes requests, and
 * the answers to ours.
 */
@Controller
class SamlLogoutController {

	private final RedirectDecoder redirectDecoder;

	private final PostDecoder postDecoder;

	private final LogoutRequestProcessor requests;

	private final LogoutResponseProcessor responses;

	private final SingleLogout singleLogout;

	private final LogoutExchange exchange;

	private final LogoutAnswers answers;

	private final LogoutProblems problems;

	private final DeadCookies deadCookies;

	private final IdentityProvider identityProvider;

	SamlLogoutController(RedirectDecoder redirectDecoder, PostDecoder postDecoder, LogoutRequestProcessor requests,
			LogoutResponseProcessor responses, SingleLogout singleLogout, LogoutExchange exchange,
			LogoutAnswers answers, LogoutProblems problems, DeadCookies deadCookies,
			IdentityProvider identityProvider) {
		this.redirectDecoder = redirectDecoder;
		this.postDecoder = postDecoder;
		this.requests = requests;
		this.responses = responses;
		this.singleLogout = singleLogout;
		this.exchange = exchange;
		this.answers = answers;
		this.problems = problems;
		this.deadCookies = deadCookies;
		this.identityProvider = identityProvider;
	}

	/** HTTP-Redirect (SAML Bindings 3.4). */
	@GetMapping(SamlEndpoints.REDIRECT_SLO)
	void redirect(HttpServletRequest request, HttpServletResponse response) throws IOException {
		try {
			receive(redirectDecoder.decodeEither(request.getQueryString()), request, response);
		}
		catch (SamlFault fault) {
			problems.refused(fault, request, response);
		}
	}

	/** HTTP-POST (SAML Bindings 3.5). */
	@PostMapping(SamlEndpoints.POST_SLO)
	void post(HttpServletRequest request, HttpServletResponse response) throws IOException {
		try {
			receive(postDecoder.decodeEither(PostedForm.read(request)), request, response);
		}
		catch (SamlFault fault) {
			problems.refused(fault, request, response);
		}
	}

	private void receive(InboundMessage message, HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, IOException {
		if (message.response()) {
			answers.received(responses.process(message), request, response);
			return;
		}
		LogoutRequest logout = requests.process(message);
		LogoutOutcome outcome = singleLogout.end(logout.selector(identityProvider.entityId()), true);
		deadCookies.clear(outcome, request, response);
		exchange.began(outcome, logout, request, response);
	}

}

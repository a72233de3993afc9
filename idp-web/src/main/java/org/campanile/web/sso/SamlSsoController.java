package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import org.campanile.IdentityProvider;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.store.StoreUnavailableException;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;

/**
 * The endpoints that take requests to sign on (SAML Profiles 4.1), at the addresses that
 * Shibboleth gives them.
 */
@Controller
class SamlSsoController {

	private final RedirectDecoder redirectDecoder;

	private final PostDecoder postDecoder;

	private final AuthnRequestProcessor processor;

	private final SignOnExchange exchange;

	private final LoginPages loginPages;

	private final LoginFlows flows;

	private final IdentityProvider identityProvider;

	private final StageTimers timers;

	SamlSsoController(RedirectDecoder redirectDecoder, PostDecoder postDecoder, AuthnRequestProcessor processor,
			SignOnExchange exchange, LoginPages loginPages, LoginFlows flows, IdentityProvider identityProvider,
			StageTimers timers) {
		this.redirectDecoder = redirectDecoder;
		this.postDecoder = postDecoder;
		this.processor = processor;
		this.exchange = exchange;
		this.loginPages = loginPages;
		this.flows = flows;
		this.identityProvider = identityProvider;
		this.timers = timers;
	}

	/**
	 * HTTP-Redirect (SAML Bindings 3.4). A person who must sign in goes on at an address
	 * that can be reloaded.
	 */
	@GetMapping("/profile/SAML2/Redirect/SSO")
	void redirect(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE,
				() -> processor.process(redirectDecoder.decode(request.getQueryString())));
		if (exchange.answer(signOn, request, response).isPresent()) {
			continueAtLogin(signOn, response);
		}
	}

	/**
	 * HTTP-POST (SAML Bindings 3.5). It comes from another site, so the browser leaves
	 * our SameSite=Lax cookie at home; the GET that it is sent on to brings it.
	 */
	@PostMapping("/profile/SAML2/POST/SSO")
	void post(HttpServletRequest request, HttpServletResponse response) throws SamlFault, IOException {
		Map<String, List<String>> fields = PostedForm.read(request);
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.process(postDecoder.decode(fields)));
		continueAtLogin(signOn, response);
	}

	/** Unsolicited: a link that starts at the identity provider (SAML Profiles 4.1.5). */
	@GetMapping("/profile/SAML2/Unsolicited/SSO")
	void unsolicited(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.unsolicited(parameters(request)));
		Optional<SignOnOutcome.LoginRequired> loginRequired = exchange.answer(signOn, request, response);
		if (loginRequired.isPresent()) {
			loginPages.show(signOn, loginRequired.get(), request, response);
		}
	}

	private void continueAtLogin(SignOnRequest signOn, HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION,
				identityProvider.baseUrl() + LoginController.PATH + "?flow=" + flows.forUrl(signOn));
	}

	private static Map<String, List<String>> parameters(HttpServletRequest request) {
		Map<String, List<String>> parameters = new LinkedHashMap<>();
		request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
		return parameters;
	}

}

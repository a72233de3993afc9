package org.campanile.web.sso;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.IdentityProvider;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.session.SsoSession;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.store.StorePatience;
import org.campanile.store.StoreUnavailableException;
import org.campanile.web.security.BrowserBinding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * The endpoints that take requests to sign on (SAML Profiles 4.1), at the addresses that
 * Shibboleth gives them.
 */
@Controller
class SamlSsoController {

	private static final Logger logger = LoggerFactory.getLogger(SamlSsoController.class);

	private final RedirectDecoder redirectDecoder;

	private final PostDecoder postDecoder;

	private final AuthnRequestProcessor processor;

	private final SignOnExchange exchange;

	private final LoginPages loginPages;

	private final LoginFlows flows;

	private final BrowserBinding browserBinding;

	private final IdentityProvider identityProvider;

	private final StageTimers timers;

	SamlSsoController(RedirectDecoder redirectDecoder, PostDecoder postDecoder, AuthnRequestProcessor processor,
			SignOnExchange exchange, LoginPages loginPages, LoginFlows flows, BrowserBinding browserBinding,
			IdentityProvider identityProvider, StageTimers timers) {
		this.redirectDecoder = redirectDecoder;
		this.postDecoder = postDecoder;
		this.processor = processor;
		this.exchange = exchange;
		this.loginPages = loginPages;
		this.flows = flows;
		this.browserBinding = browserBinding;
		this.identityProvider = identityProvider;
		this.timers = timers;
	}

	/**
	 * HTTP-Redirect (SAML Bindings 3.4). A person who must sign in goes on at an address
	 * that can be reloaded.
	 */
	@GetMapping(SamlEndpoints.REDIRECT_SSO)
	void redirect(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE,
				() -> processor.process(redirectDecoder.decode(request.getQueryString())));
		if (attempt(signOn, request, response).isPresent()) {
			continueAtLogin(signOn, request, response);
		}
	}

	/**
	 * HTTP-POST (SAML Bindings 3.5). It comes from another site, so the browser does not
	 * send our SameSite=Lax cookies; the GET that it is redirected to brings them.
	 * Setting one here would overwrite the browser's own.
	 */
	@PostMapping(SamlEndpoints.POST_SSO)
	void post(HttpServletRequest request, HttpServletResponse response) throws SamlFault, IOException {
		Map<String, List<String>> fields = PostedForm.read(request);
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.process(postDecoder.decode(fields)));
		continueAtLogin(flow(signOn, request), response);
	}

	/**
	 * Bound to the browser if that sent its cookie. Two tabs of a browser that has none
	 * yet are each given one, and the browser keeps the later one; a tab that is bound to
	 * the other could not go on. An address that is not bound may be opened in any
	 * browser, as the request itself may be: it is still answered only once, the form is
	 * bound to the browser that shows it, and authentication that the request forces is
	 * still required.
	 */
	private String flow(SignOnRequest signOn, HttpServletRequest request) {
		return browserBinding.presentId(request)
			.map(browserId -> flows.forUrl(signOn, browserId))
			.orElseGet(() -> flows.forUrl(signOn));
	}

	/** Unsolicited: a link that starts at the identity provider (SAML Profiles 4.1.5). */
	@GetMapping(SamlEndpoints.UNSOLICITED_SSO)
	void unsolicited(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, StoreUnavailableException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.unsolicited(parameters(request)));
		Optional<SignOnOutcome.LoginRequired> loginRequired = attempt(signOn, request, response);
		if (loginRequired.isPresent()) {
			loginPages.show(signOn, loginRequired.get(), request, response);
		}
	}

	/**
	 * Answers the service if the store responds. If not, the request goes on at the login
	 * address, where it can be repeated; here a signed one cannot, as it was marked on
	 * arrival. If it is not known after seconds whether a mark was set, the request
	 * counts as answered there, and the user has to start again.
	 */
	private Optional<SignOnOutcome.LoginRequired> attempt(SignOnRequest signOn, HttpServletRequest request,
			HttpServletResponse response) throws SamlFault, ServiceGoneException, IOException {
		try {
			// A session is waited for at the login address.
			Optional<SsoSession> session = StorePatience.impatiently(() -> exchange.read(request));
			return exchange.attempt(signOn, session, request, response);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("A request waits for the store: {}", ex.getMessage());
		}
		catch (SamlFault ex) {
			if (ex.code() != FaultCode.REPLAY_CHECK_UNAVAILABLE) {
				throw ex;
			}
			logger.warn("A request waits for the store: {}", ex.getMessage());
		}
		continueAtLogin(signOn, request, response);
		return Optional.empty();
	}

	private void continueAtLogin(SignOnRequest signOn, HttpServletRequest request, HttpServletResponse response) {
		String flow = flow(signOn, request);
		browserBinding.browserId(request, response);
		continueAtLogin(flow, response);
	}

	private void continueAtLogin(String flow, HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, identityProvider.baseUrl() + LoginController.PATH + "?flow=" + flow);
	}

	private static Map<String, List<String>> parameters(HttpServletRequest request) {
		Map<String, List<String>> parameters = new LinkedHashMap<>();
		request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
		return parameters;
	}

}

package org.campanile.web.saml;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.signon.ServiceGoneException;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.Stage;
import org.campanile.signon.StageTimers;
import org.campanile.signon.UnanswerableRequestException;
import org.campanile.web.sso.SignOnEntry;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * The endpoints that accept sign-on requests (SAML Profiles 4.1), under the same paths as
 * in Shibboleth.
 */
@Controller
class SamlSsoController {

	private final RedirectDecoder redirectDecoder;

	private final PostDecoder postDecoder;

	private final AuthnRequestProcessor processor;

	private final SignOnEntry entry;

	private final StageTimers timers;

	SamlSsoController(RedirectDecoder redirectDecoder, PostDecoder postDecoder, AuthnRequestProcessor processor,
			SignOnEntry entry, StageTimers timers) {
		this.redirectDecoder = redirectDecoder;
		this.postDecoder = postDecoder;
		this.processor = processor;
		this.entry = entry;
		this.timers = timers;
	}

	/** Handles HTTP-Redirect (SAML Bindings 3.4). */
	@GetMapping(SamlEndpoints.REDIRECT_SSO)
	void redirect(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, UnanswerableRequestException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE,
				() -> processor.process(redirectDecoder.decode(request.getQueryString())));
		entry.begin(signOn, request, response);
	}

	/** Handles HTTP-POST (SAML Bindings 3.5). */
	@PostMapping(SamlEndpoints.POST_SSO)
	void post(HttpServletRequest request, HttpServletResponse response) throws SamlFault, IOException {
		Map<String, List<String>> fields = PostedForm.read(request);
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.process(postDecoder.decode(fields)));
		entry.beginByPost(signOn, request, response);
	}

	/**
	 * Handles unsolicited sign-ons: a link that starts at the identity provider (SAML
	 * Profiles 4.1.5).
	 */
	@GetMapping(SamlEndpoints.UNSOLICITED_SSO)
	void unsolicited(HttpServletRequest request, HttpServletResponse response)
			throws SamlFault, UnanswerableRequestException, ServiceGoneException, IOException {
		SignOnRequest signOn = timers.time(Stage.VALIDATE, () -> processor.unsolicited(parameters(request)));
		entry.beginHere(signOn, request, response);
	}

	private static Map<String, List<String>> parameters(HttpServletRequest request) {
		Map<String, List<String>> parameters = new LinkedHashMap<>();
		request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
		return parameters;
	}

}

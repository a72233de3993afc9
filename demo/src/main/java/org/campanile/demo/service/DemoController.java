package org.campanile.demo.service;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.RequestedAuthnContext;
import org.campanile.signon.RequestedAuthnContext.Comparison;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.campanile.demo.service.DemoServices.FIRST_PATH;
import static org.campanile.demo.service.DemoServices.SECOND_PATH;

/** The demo's services over HTTP. */
@RestController
@ConditionalOnBooleanProperty("campanile.demo.enabled")
final class DemoController {

	private static final Logger log = LoggerFactory.getLogger(DemoController.class);

	private static final MediaType SAML_METADATA = MediaType.parseMediaType("application/samlmetadata+xml");

	private final DemoServices services;

	private final DemoPages pages;

	private final TrustSource trust;

	private final DemoSessions sessions;

	/** The ways to sign in that the demo offers. */
	enum SignInKind {

		/** The usual way, by HTTP-Redirect. */
		REDIRECT(options -> options),
		/** The request is sent by HTTP-POST. */
		POST(options -> options),
		/** The request has ForceAuthn. */
		FORCED(AuthnRequestOptions::withForceAuthn),
		/** The request must be answered without showing the user anything. */
		PASSIVE(AuthnRequestOptions::withPassive),
		/** The request asks for two factors, by the profile of REFEDS. */
		MFA(options -> options
			.withAuthnContext(new RequestedAuthnContext(Comparison.EXACT, List.of(AuthnContexts.REFEDS_MFA))));

		private final UnaryOperator<AuthnRequestOptions> wish;

		SignInKind(UnaryOperator<AuthnRequestOptions> wish) {
			this.wish = wish;
		}

		/** The options of the request. */
		AuthnRequestOptions options() {
			return wish.apply(AuthnRequestOptions.PLAIN.withRelayState(word()));
		}

		/** Returns the name of the kind in URLs. */
		String word() {
			return name().toLowerCase(Locale.ROOT);
		}

		static Optional<SignInKind> of(String word) {
			return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
		}

	}

	DemoController(DemoServices services, DemoPages pages, TrustSource trust, DemoSessions sessions) {
		this.sessions = sessions;
		this.services = services;
		this.pages = pages;
		this.trust = trust;
	}

	@GetMapping({ FIRST_PATH, SECOND_PATH })
	ResponseEntity<String> start(HttpServletRequest request) {
		DemoService service = service(request);
		return pages.start(service, sessions.find(service, request).orElse(null),
				sessions.find(services.otherThan(service), request).isPresent());
	}

	@GetMapping({ FIRST_PATH + "/sign-in", SECOND_PATH + "/sign-in" })
	ResponseEntity<String> signIn(HttpServletRequest request, @RequestParam(defaultValue = "redirect") String how) {
		DemoService service = service(request);
		SignInKind kind = SignInKind.of(how).orElse(SignInKind.REDIRECT);
		TrustedIdentityProvider provider = trust.identityProvider();
		if (kind == SignInKind.POST) {
			PostRequest post = service.provider().post(provider.postSsoUrl().orElseThrow(), kind.options());
			service.tracker().sent(post.id());
			return pages.carry(service, post);
		}
		RedirectRequest redirect = service.provider().redirect(provider.redirectSsoUrl().orElseThrow(), kind.options());
		service.tracker().sent(redirect.id());
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create(redirect.url()))
			.cacheControl(CacheControl.noStore())
			.build();
	}

	@PostMapping({ FIRST_PATH + "/acs", SECOND_PATH + "/acs" })
	ResponseEntity<String> consume(HttpServletRequest request,
			@RequestParam(name = "SAMLResponse", defaultValue = "") String samlResponse,
			@RequestParam(name = "RelayState", required = false) @Nullable String relayState) {
		DemoService service = service(request);
		try {
			DecodedResponse response = decode(service, samlResponse);
			if (response.assertion().isPresent() && !service.tracker().firstUse(response.success().id())) {
				return pages.rejected(service, "This assertion was used before.");
			}
			return signedIn(service, response, ResultView.of(response, relayState));
		}
		catch (ResponseRejectedException ex) {
			log.warn("{} refused a response: {}", service.name(), ex.getMessage());
			return pages.rejected(service, String.valueOf(ex.getMessage()));
		}
	}

	private ResponseEntity<String> signedIn(DemoService service, DecodedResponse response, ResultView result) {
		if (response.assertion().isEmpty()) {
			return pages.result(service, result, null);
		}
		DecodedAssertion assertion = response.success();
		String index = assertion.sessionIndex();
		DemoSession session = new DemoSession(ResultView.AssertionView.of(assertion).who(), assertion.nameId(),
				index == null ? "" : index);
		return pages.result(service, result, sessions.begin(service, session));
	}

	/** Starts again after the result was reloaded or bookmarked. */
	@GetMapping({ FIRST_PATH + "/acs", SECOND_PATH + "/acs" })
	ResponseEntity<String> again(HttpServletRequest request) {
		return ResponseEntity.status(HttpStatus.SEE_OTHER)
			.location(URI.create(request.getContextPath() + service(request).path()))
			.build();
	}

	@GetMapping({ FIRST_PATH + "/metadata", SECOND_PATH + "/metadata" })
	ResponseEntity<byte[]> metadata(HttpServletRequest request) {
		return ResponseEntity.ok().contentType(SAML_METADATA).body(service(request).provider().metadata());
	}

	@GetMapping(FIRST_PATH + "/style.css")
	ResponseEntity<Resource> style() {
		return ResponseEntity.ok()
			.contentType(MediaType.parseMediaType("text/css;charset=UTF-8"))
			.cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
			.body(new ClassPathResource("style.css", DemoController.class));
	}

	private DecodedResponse decode(DemoService service, String samlResponse) throws ResponseRejectedException {
		String endpoint = service.provider().settings().assertionConsumerServiceUrl();
		return service.provider()
			.decode(samlResponse,
					ResponseExpectations.of(trust.identityProvider(), endpoint, service.tracker()).withClearAccepted());
	}

	private DemoService service(HttpServletRequest request) {
		return services.of(request);
	}

}

package org.campanile.demo.service;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.logout.LogoutMessages;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProviderLogout;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import static org.campanile.demo.service.DemoServices.FIRST_PATH;
import static org.campanile.demo.service.DemoServices.SECOND_PATH;

/** The part of the demo's services in single logout. */
@RestController
@ConditionalOnBooleanProperty("campanile.demo.enabled")
final class DemoLogoutController {

	private static final Logger log = LoggerFactory.getLogger(DemoLogoutController.class);

	private static final MediaType SOAP = new MediaType("text", "xml", StandardCharsets.UTF_8);

	private final DemoServices services;

	private final DemoSessions sessions;

	private final DemoPages pages;

	private final TrustSource trust;

	private final RedirectDecoder redirectDecoder = new RedirectDecoder(BindingLimits.DEFAULTS);

	private final PostDecoder postDecoder = new PostDecoder(BindingLimits.DEFAULTS);

	private final SoapDecoder soapDecoder = new SoapDecoder(BindingLimits.DEFAULTS);

	DemoLogoutController(DemoServices services, DemoSessions sessions, DemoPages pages, TrustSource trust) {
		this.services = services;
		this.sessions = sessions;
		this.pages = pages;
		this.trust = trust;
	}

	/**
	 * Signs the user out everywhere: at this service first, then at the identity
	 * provider.
	 */
	@PostMapping({ FIRST_PATH + "/sign-out", SECOND_PATH + "/sign-out" })
	ResponseEntity<String> signOut(HttpServletRequest request) {
		DemoService service = services.of(request);
		Optional<DemoSession> session = sessions.end(service, request);
		Optional<String> endpoint = trust.identityProvider().sloUrl(Saml.BINDING_REDIRECT);
		if (session.isEmpty() || endpoint.isEmpty()) {
			return redirect(request.getContextPath() + service.path(), service);
		}
		RedirectRequest logout = service.provider().logout().redirect(endpoint.get(), session.get().subject(), null);
		service.tracker().sent(logout.id());
		return redirect(logout.url(), service);
	}

	/**
	 * Handles HTTP-Redirect: a request of the identity provider, or its response to this
	 * service's request.
	 */
	@GetMapping({ FIRST_PATH + "/slo", SECOND_PATH + "/slo" })
	ResponseEntity<String> byRedirect(HttpServletRequest request) {
		DemoService service = services.of(request);
		try {
			return receive(service, redirectDecoder.decodeEither(request.getQueryString()));
		}
		catch (SamlFault ex) {
			return refused(service, ex);
		}
	}

	/**
	 * Handles HTTP-POST: a request of the identity provider, or its response to this
	 * service's request.
	 */
	@PostMapping({ FIRST_PATH + "/slo", SECOND_PATH + "/slo" })
	ResponseEntity<String> byPost(HttpServletRequest request, @RequestParam MultiValueMap<String, String> fields) {
		DemoService service = services.of(request);
		try {
			Map<String, List<String>> form = fields.entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
			return receive(service, postDecoder.decodeEither(form));
		}
		catch (SamlFault ex) {
			return refused(service, ex);
		}
	}

	/** Handles SOAP: a request without a browser. */
	@PostMapping(SECOND_PATH + "/slo/soap")
	ResponseEntity<byte[]> bySoap(HttpServletRequest request) throws IOException {
		DemoService service = services.of(request);
		try {
			byte[] body = request.getInputStream().readNBytes(soapDecoder.maxBytes() + 1);
			DecodedLogoutRequest logout = decode(service, soapDecoder.decodeRequest(body), "/slo/soap");
			sessions.end(service, logout.subject());
			return ResponseEntity.ok()
				.contentType(SOAP)
				.body(service.provider()
					.logout()
					.soapAnswer(trust.identityProvider().sloUrl(Saml.BINDING_SOAP).orElse(""), logout,
							StatusCode.SUCCESS));
		}
		catch (SamlFault | ResponseRejectedException ex) {
			log.warn("{} refused a logout request: {}", service.name(), ex.getMessage());
			return ResponseEntity.badRequest()
				.contentType(SOAP)
				.body(LogoutMessages.soapFault(false, "The message is refused."));
		}
	}

	private ResponseEntity<String> receive(DemoService service, InboundMessage message) {
		TrustedIdentityProvider identityProvider = trust.identityProvider();
		ServiceProviderLogout provider = service.provider().logout();
		try {
			if (message.response()) {
				return pages.signedOut(service,
						provider
							.decodeResponse(message, identityProvider, endpoint(service, "/slo"),
									service.tracker()::isExpected)
							.complete());
			}
			DecodedLogoutRequest logout = decode(service, message, "/slo");
			sessions.end(service, logout.subject());
			// Always by Redirect, which needs no script and no button.
			String back = identityProvider.sloUrl(Saml.BINDING_REDIRECT)
				.orElseThrow(() -> new IllegalStateException(
						"the sign-on service accepts no response by " + "HTTP-Redirect"));
			return redirect(provider.redirectAnswer(back, logout, StatusCode.SUCCESS), service);
		}
		catch (ResponseRejectedException ex) {
			return refused(service, ex);
		}
	}

	private DecodedLogoutRequest decode(DemoService service, InboundMessage message, String path)
			throws ResponseRejectedException {
		return service.provider().logout().decodeRequest(message, trust.identityProvider(), endpoint(service, path));
	}

	private static String endpoint(DemoService service, String path) {
		return service.provider().entityId() + path;
	}

	private ResponseEntity<String> refused(DemoService service, Exception reason) {
		log.warn("{} refused a logout message: {}", service.name(), reason.getMessage());
		return pages.rejected(service, String.valueOf(reason.getMessage()));
	}

	private ResponseEntity<String> redirect(String url, DemoService service) {
		return ResponseEntity.status(HttpStatus.SEE_OTHER)
			.location(URI.create(url))
			.header(HttpHeaders.SET_COOKIE, sessions.goneCookie(service))
			.cacheControl(CacheControl.noStore())
			.build();
	}

}

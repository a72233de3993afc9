package org.campanile.web.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.binding.PostDecoder;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.testkit.browser.Browser;
import org.campanile.testkit.browser.ForeignService;
import org.campanile.testkit.browser.Form;
import org.campanile.testkit.browser.Page;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedLogoutRequest;
import org.campanile.testkit.serviceprovider.DecodedLogoutResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.LogoutSubject;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProviderLogout;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/** A service that takes part in single logout, played by the test. */
public record LogoutParty(ForeignService service) {

	private static final RedirectDecoder REDIRECT = new RedirectDecoder(BindingLimits.DEFAULTS);

	private static final PostDecoder POST = new PostDecoder(BindingLimits.DEFAULTS);

	private static final SoapDecoder SOAP = new SoapDecoder(BindingLimits.DEFAULTS);

	/**
	 * Creates a service at this host with these bindings, which receives logout requests
	 * and responses at different addresses.
	 */
	public static LogoutParty at(String host, Path home, InstantSource clock, String... bindings) {
		UnaryOperator<ServiceProviderSettings> change = settings -> settings.withSingleLogoutServices(List.of(bindings)
			.stream()
			.map(binding -> new SingleLogoutService(binding, "https://" + host + "/slo/" + tail(binding),
					"https://" + host + "/slo-done/" + tail(binding)))
			.toList());
		return new LogoutParty(ForeignService.at(host, clock, change).registered(home));
	}

	private static String tail(String binding) {
		return binding.substring(binding.lastIndexOf(':') + 1);
	}

	public String entityId() {
		return service.entityId();
	}

	public String host() {
		return service.host();
	}

	public ServiceProviderLogout logout() {
		return service.provider().logout();
	}

	/**
	 * Signs a user in to this service, with a password if the login page asks for one.
	 */
	public LogoutSubject signIn(TestIdp idp, Browser browser, String person) {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page page = browser.open(request.url());
		if (page.formWith("j_username").isPresent()) {
			page = browser.login(page, person, person + "-demo");
		}
		DecodedAssertion assertion = service.read(idp, page, request.id()).success();
		return LogoutSubject.of(assertion);
	}

	/** Begins a logout by HTTP-Redirect, without following redirects. */
	public Page begin(TestIdp idp, Browser browser, LogoutSubject subject, String relayState) {
		return browser.get(logout().redirect(redirectUrl(idp), subject, relayState).url());
	}

	public static String redirectUrl(TestIdp idp) {
		return idp.baseUrl() + "/profile/SAML2/Redirect/SLO";
	}

	public static String postUrl(TestIdp idp) {
		return idp.baseUrl() + "/profile/SAML2/POST/SLO";
	}

	public static String soapUrl(TestIdp idp) {
		return idp.baseUrl() + "/profile/SAML2/SOAP/SLO";
	}

	/**
	 * Reads the logout request that a page, in a frame or in the whole window, sends to
	 * this service.
	 */
	public DecodedLogoutRequest asked(TestIdp idp, Page step) {
		try {
			if (step.formWith("SAMLRequest").isPresent()) {
				Form form = step.samlForm();
				return logout().decodeRequest(POST.decodeEither(lists(form.fields())), trusted(idp),
						form.action().toString());
			}
			URI url = step.redirects() ? step.location()
					: URI.create(step.document().select("a[href^=https]").attr("href"));
			return logout().decodeRequest(REDIRECT.decodeEither(url.getRawQuery()), trusted(idp), endpoint(url));
		}
		catch (SamlFault | ResponseRejectedException ex) {
			throw new AssertionError(ex.getMessage(), ex);
		}
	}

	/** Answers a logout request through the browser, as a page of this service would. */
	public Page answer(TestIdp idp, Browser browser, DecodedLogoutRequest request, StatusCode status) {
		return browser.get(logout().redirectAnswer(redirectUrl(idp), request, status));
	}

	/** Reads the response to this service's own logout request. */
	public DecodedLogoutResponse told(TestIdp idp, Page page, InResponseToCheck expected) {
		try {
			InboundMessage message;
			String endpoint;
			if (page.redirects()) {
				message = REDIRECT.decodeEither(page.location().getRawQuery());
				endpoint = endpoint(page.location());
			}
			else {
				message = POST.decodeEither(lists(page.samlForm().fields()));
				endpoint = page.samlForm().action().toString();
			}
			if (!endpoint.startsWith("https://" + host() + "/slo-done/")) {
				throw new AssertionError("the answer goes to " + endpoint);
			}
			return logout().decodeResponse(message, trusted(idp), endpoint, expected);
		}
		catch (SamlFault | ResponseRejectedException ex) {
			throw new AssertionError(ex.getMessage(), ex);
		}
	}

	/** Sends an envelope to the server's SOAP endpoint. */
	public static Page sendSoap(TestIdp idp, byte[] envelope, String type) throws IOException, InterruptedException {
		HttpResponse<String> response = HttpClient.newHttpClient()
			.send(HttpRequest.newBuilder(URI.create(soapUrl(idp)))
				.header("Content-Type", type)
				.POST(HttpRequest.BodyPublishers.ofByteArray(envelope))
				.build(), HttpResponse.BodyHandlers.ofString());
		return new Page(response.statusCode(), response.uri(), response.headers(), response.body());
	}

	/** Reads the response to this service's logout request by SOAP. */
	public DecodedLogoutResponse toldBySoap(TestIdp idp, Page page, InResponseToCheck expected) {
		try {
			return logout().decodeResponse(SOAP.decodeResponse(page.body().getBytes(StandardCharsets.UTF_8)),
					trusted(idp), "", expected);
		}
		catch (SamlFault | ResponseRejectedException ex) {
			throw new AssertionError(ex.getMessage(), ex);
		}
	}

	private static String endpoint(URI url) {
		String text = url.toString();
		return text.substring(0, text.indexOf('?'));
	}

	private static Map<String, List<String>> lists(Map<String, String> fields) {
		Map<String, List<String>> lists = new java.util.LinkedHashMap<>();
		fields.forEach((name, value) -> lists.put(name, List.of(value)));
		return lists;
	}

	public static TrustedIdentityProvider trusted(TestIdp idp) {
		return TrustedIdentityProvider
			.of(new Browser().get(idp.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
	}

}

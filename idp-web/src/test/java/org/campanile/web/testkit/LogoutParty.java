package org.campanile.web.testkit;

import java.net.URI;
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

/** A foreign service in a single logout, played by the test. */
public record LogoutParty(ForeignService service) {

	private static final RedirectDecoder REDIRECT = new RedirectDecoder(BindingLimits.DEFAULTS);

	private static final PostDecoder POST = new PostDecoder(BindingLimits.DEFAULTS);

	/**
	 * One at that host with these bindings; requests and answers go to other addresses.
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

	/** Signs a user in here, with a password if one is asked for. */
	public LogoutSubject signIn(TestIdp idp, Browser browser, String person) {
		RedirectRequest request = service.redirect(idp, AuthnRequestOptions.PLAIN);
		Page page = browser.open(request.url());
		if (page.formWith("j_username").isPresent()) {
			page = browser.login(page, person, person + "-demo");
		}
		DecodedAssertion assertion = service.read(idp, page, request.id()).success();
		return LogoutSubject.of(assertion);
	}

	/** Begins a logout by Redirect; nothing is followed. */
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

	/** Reads the request that a frame, or the whole window, leads here. */
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

	/** Answers it, as the browser carries it from this service's page. */
	public Page answer(TestIdp idp, Browser browser, DecodedLogoutRequest request, StatusCode status) {
		return browser.get(logout().redirectAnswer(redirectUrl(idp), request, status));
	}

	/** Reads the answer to its own request. */
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
		return TrustedIdentityProvider.of(new Browser().get(idp.baseUrl() + "/metadata")
			.body()
			.getBytes(java.nio.charset.StandardCharsets.UTF_8));
	}

}

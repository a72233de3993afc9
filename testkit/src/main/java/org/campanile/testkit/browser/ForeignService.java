package org.campanile.testkit.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.DecodedAssertion;
import org.campanile.testkit.serviceprovider.DecodedResponse;
import org.campanile.testkit.serviceprovider.InResponseToCheck;
import org.campanile.testkit.serviceprovider.PostRequest;
import org.campanile.testkit.serviceprovider.RedirectRequest;
import org.campanile.testkit.serviceprovider.ResponseExpectations;
import org.campanile.testkit.serviceprovider.ResponseRejectedException;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/**
 * A service on another site, known to the server only by its metadata; nothing listens at
 * its URL.
 *
 * @param host its host
 * @param provider reads the responses and validates everything
 */
public record ForeignService(String host, ServiceProvider provider) {

	/** The key pair shared by all services, as generating one takes time. */
	private static final ServiceProviderKeys KEYS = ServiceProviderKeys.generate("foreign", InstantSource.system(),
			new SecureRandom());

	/**
	 * Creates a service that signs its requests and has assertions signed and encrypted.
	 */
	public static ForeignService at(String host, InstantSource clock) {
		return at(host, clock, UnaryOperator.identity());
	}

	/** Creates a service with changed settings. */
	public static ForeignService at(String host, InstantSource clock, UnaryOperator<ServiceProviderSettings> change) {
		ServiceProviderSettings settings = change.apply(ServiceProviderSettings.of("https://" + host + "/sp",
				"https://" + host + "/acs", Map.of("en", "Service at " + host, "de", "Dienst auf " + host)));
		return new ForeignService(host, new ServiceProvider(settings, KEYS, clock, new SecureRandom()));
	}

	/** Writes its metadata to a home folder. */
	public ForeignService registered(Path home) {
		try {
			Files.write(home.resolve("metadata").resolve(host + ".xml"), provider.metadata());
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public String entityId() {
		return provider.entityId();
	}

	/** Returns the URL of the default assertion consumer service. */
	public String acs() {
		return provider.settings().assertionConsumerServiceUrl();
	}

	/** Returns the signing key. */
	public KeyPair keys() {
		return new KeyPair(provider.keys().certificate().getPublicKey(), provider.keys().privateKey());
	}

	public RedirectRequest redirect(RunningIdp idp, AuthnRequestOptions options) {
		return provider.redirect(idp.baseUrl() + "/profile/SAML2/Redirect/SSO", options);
	}

	public PostRequest post(RunningIdp idp, AuthnRequestOptions options) {
		return provider.post(idp.baseUrl() + "/profile/SAML2/POST/SSO", options);
	}

	/** Signs a user in here, with the password. */
	public DecodedAssertion signIn(RunningIdp idp, Browser browser, String person) {
		RedirectRequest request = redirect(idp, AuthnRequestOptions.PLAIN);
		Page page = browser.login(browser.open(request.url()), person, person + "-demo");
		return read(idp, page, request.id()).success();
	}

	/**
	 * Reads the response in a page; throws an AssertionError if it is invalid.
	 */
	public DecodedResponse read(RunningIdp idp, Page page, InResponseToCheck inResponseTo) {
		Form form = page.samlForm();
		if (!form.action().toString().equals(acs())) {
			throw new AssertionError("the answer goes to " + form.action() + ", not to " + acs());
		}
		try {
			return provider.decode(page.samlResponse(), ResponseExpectations.of(trusted(idp), acs(), inResponseTo));
		}
		catch (ResponseRejectedException ex) {
			throw new AssertionError(ex.getMessage(), ex);
		}
	}

	/** Reads the response to that request. */
	public DecodedResponse read(RunningIdp idp, Page page, String requestId) {
		return read(idp, page, InResponseToCheck.to(requestId));
	}

	private static TrustedIdentityProvider trusted(RunningIdp idp) {
		return TrustedIdentityProvider
			.of(new Browser().get(idp.baseUrl() + "/metadata").body().getBytes(StandardCharsets.UTF_8));
	}

}

package org.campanile.perf.benchmark;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.relyingparty.AssertionConsumerService;
import org.campanile.relyingparty.DisplayInfo;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.relyingparty.RelyingPartySettings;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.RedirectDecoder;
import org.campanile.saml.request.AuthnRequestProcessor;
import org.campanile.saml.request.RequestLimits;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.serviceprovider.AuthnRequestOptions;
import org.campanile.testkit.serviceprovider.ServiceProvider;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.ServiceProviderSettings;

/** An AuthnRequest by HTTP-Redirect, and what decodes and validates it over and over. */
final class DecodingFixture {

	private static final String SERVICE = "https://wiki.example.edu/shibboleth";

	private static final String ACS = "https://wiki.example.edu/Shibboleth.sso/SAML2/POST";

	private static final IdentityProvider IDP = new IdentityProvider("https://login.example.edu/idp/shibboleth",
			"https://login.example.edu/idp", List.of("example.edu"));

	private final String query;

	private final RedirectDecoder decoder = new RedirectDecoder(BindingLimits.DEFAULTS);

	private final AuthnRequestProcessor processor;

	DecodingFixture(boolean signed) {
		// The clock stands still, so that the one request stays young.
		InstantSource clock = InstantSource.fixed(Instant.now());
		ServiceProviderKeys keys = ServiceProviderKeys.generate("wiki", clock, IssuingFixture.RANDOM);
		ServiceProvider provider = new ServiceProvider(
				ServiceProviderSettings.of(SERVICE, ACS, Map.of("en", "Wiki")).withAuthnRequestsSigned(signed), keys,
				clock, IssuingFixture.RANDOM);
		this.query = URI.create(provider.redirect(IDP.redirectSsoUrl(), AuthnRequestOptions.PLAIN).url()).getRawQuery();
		RelyingParty service = new RelyingParty(SERVICE, DisplayInfo.NONE,
				List.of(new AssertionConsumerService(Saml.BINDING_POST, ACS, 1, true)),
				List.of(keys.certificate().getPublicKey()), List.of(), signed, true, List.of(), List.of(), Map.of(),
				Optional.empty(), RelyingPartySettings.DEFAULTS);
		this.processor = new AuthnRequestProcessor(new OneService(service), new NoMarks(), IDP, clock,
				RequestLimits.DEFAULTS, Duration.ZERO);
	}

	SignOnRequest decode() throws SamlFault {
		return processor.process(decoder.decode(query));
	}

	/** Every mark is first, so that one request can be decoded for ever. */
	static final class NoMarks implements OneTimeStore {

		@Override
		public boolean mark(String kind, String key, Instant expiresAt) {
			return true;
		}

		@Override
		public boolean put(String kind, String key, byte[] value, Instant expiresAt) {
			return true;
		}

		@Override
		public Optional<byte[]> take(String kind, String key) {
			return Optional.empty();
		}

		@Override
		public Optional<byte[]> find(String kind, String key) {
			return Optional.empty();
		}

	}

	private record OneService(RelyingParty service) implements RelyingPartyRegistry {

		@Override
		public Optional<RelyingParty> find(String entityId) {
			return service.entityId().equals(entityId) ? Optional.of(service) : Optional.empty();
		}

		@Override
		public int size() {
			return 1;
		}

	}

}

package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.opensaml.AuthnRequestParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.saml.TestAuthnRequests;
import org.campanile.testkit.saml.TestAuthnRequests.Builder;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSigningKeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Requests for the tests of the rules. */
final class Requests {

	static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	static final IdentityProvider SELF = new IdentityProvider("https://login.example.edu/idp/shibboleth",
			"https://login.example.edu/idp", List.of("example.edu"));

	private Requests() {
	}

	static Builder request() {
		return TestAuthnRequests.authnRequest(NOW);
	}

	/** Returns a signed request with a Destination, which signed requests require. */
	static Builder signedPost() {
		return request().destination(SELF.url(SamlEndpoints.POST_SSO)).signedBy(TestSigningKeys.rsa());
	}

	static Builder signedRedirect() {
		return request().destination(SELF.url(SamlEndpoints.REDIRECT_SSO)).signedBy(TestSigningKeys.rsa());
	}

	/**
	 * A service with {@code AuthnRequestsSigned} and the key
	 * {@link TestSigningKeys#rsa()}.
	 */
	static RelyingParty signingService() {
		return TestRelyingParties.relyingParty()
			.authnRequestsSigned()
			.signingKeys(TestSigningKeys.rsa().getPublic())
			.build();
	}

	/** The time that a request may wait for the login of its user. */
	static final Duration PENDING = Duration.ofMinutes(13);

	static AuthnRequestProcessor processor(OneTimeStore marks, RelyingParty... services) {
		return new AuthnRequestProcessor(TestRelyingParties.registry(services), marks, SELF, () -> NOW,
				RequestLimits.DEFAULTS, PENDING);
	}

	static AuthnRequestProcessor processor(RelyingParty... services) {
		return processor(new Marks(), services);
	}

	static IdentifiedRequest identified(RelyingParty service, InboundMessage message) throws SamlFault {
		ParsedAuthnRequest parsed = new AuthnRequestParser(OpenSaml.get()).parse(message.xml());
		List<RequestSignature> signatures = new ArrayList<>();
		message.signature().map(DetachedSignature::new).ifPresent(signatures::add);
		parsed.signature().ifPresent(signatures::add);
		return new IdentifiedRequest(message.binding(), message.relayState(), parsed, signatures, service, NOW);
	}

	static IdentifiedRequest identified(Builder request) throws SamlFault {
		return identified(TestRelyingParties.relyingParty().build(), request.post());
	}

	static AnswerableRequest answerable(Builder request) throws SamlFault {
		IdentifiedRequest identified = identified(request);
		return new AnswerableRequest(identified, new ResponseEndpointRule().find(identified));
	}

	static SamlFault fault(ThrowingCallable call) {
		SamlFault fault = catchThrowableOfType(SamlFault.class, call);
		assertThat(fault).as("a SamlFault").isNotNull();
		return fault;
	}

	/**
	 * Asserts that the call is refused with that code and the service is not notified.
	 */
	static SamlFault assertLocal(FaultCode code, ThrowingCallable call) {
		SamlFault fault = fault(call);
		assertThat(fault.code()).as(fault.getMessage()).isEqualTo(code);
		assertThat(fault.replyTo()).isEmpty();
		return fault;
	}

	/** A store of replay keys that never expire. */
	static class Marks implements OneTimeStore {

		final Map<String, Instant> set = new ConcurrentHashMap<>();

		boolean failing;

		@Override
		public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
			if (failing) {
				throw new StoreUnavailableException("mark timed out");
			}
			return set.putIfAbsent(kind + ' ' + key, expiresAt) == null;
		}

		@Override
		public boolean put(String kind, String key, byte[] value, Instant expiresAt) {
			throw new UnsupportedOperationException("marks only");
		}

		@Override
		public Optional<byte[]> take(String kind, String key) {
			throw new UnsupportedOperationException("marks only");
		}

		@Override
		public Optional<byte[]> find(String kind, String key) {
			throw new UnsupportedOperationException("marks only");
		}

	}

}

package org.campanile.saml.assertion;

import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.EncryptionAlgorithm;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.testkit.saml.TestRelyingParties;
import org.campanile.testkit.saml.TestSignOnRequests;
import org.campanile.testkit.session.SessionFixtures;

/** A granted sign-on, which tests can vary. */
final class TestSignOns {

	static final String SERVICE = "https://sp.example.edu/shibboleth";

	static final String ACS = "https://sp.example.edu/Shibboleth.sso/SAML2/POST?a=1&b=2";

	static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456789Z");

	static final Instant SESSION_END = NOW.plus(Duration.ofHours(8));

	private @Nullable String requestId = "_request";

	private @Nullable String relayState;

	private NameId nameId = new NameId("AAdzZWNyZXQx", NameId.PERSISTENT, "https://idp.example.edu", SERVICE);

	private List<ReleasedAttribute> attributes = List.of();

	private boolean wantAssertionsSigned;

	private List<EncryptionKey> keys = List.of();

	private boolean keysUnusable;

	private RelyingPartySettings settings = RelyingPartySettings.DEFAULTS;

	private byte[] secret = new byte[32];

	TestSignOns unsolicited() {
		requestId = null;
		return this;
	}

	TestSignOns requestId(String id) {
		requestId = id;
		return this;
	}

	TestSignOns relayState(String state) {
		relayState = state;
		return this;
	}

	TestSignOns nameId(NameId id) {
		nameId = id;
		return this;
	}

	TestSignOns attributes(List<ReleasedAttribute> released) {
		attributes = released;
		return this;
	}

	TestSignOns wantAssertionsSigned(boolean wanted) {
		wantAssertionsSigned = wanted;
		return this;
	}

	TestSignOns encryptTo(PublicKey key, String... algorithms) {
		return encryptTo(List.of(TestRelyingParties.encryptionKey(key, algorithms)));
	}

	TestSignOns encryptTo(List<EncryptionKey> usable) {
		keys = usable;
		return this;
	}

	/** Metadata has keys for encryption, but none that can be used. */
	TestSignOns keysUnusable() {
		keysUnusable = true;
		return this;
	}

	TestSignOns encryptionAlgorithm(EncryptionAlgorithm algorithm) {
		settings = settings(settings.signAssertion(), settings.encryption(), algorithm, settings.assertionLifetime(),
				settings.maxSessionLifetime());
		return this;
	}

	TestSignOns secret(byte[] bytes) {
		secret = bytes;
		return this;
	}

	TestSignOns settings(Optional<Boolean> signAssertion, EncryptionPolicy encryption) {
		settings = settings(signAssertion, encryption, settings.encryptionAlgorithm(), settings.assertionLifetime(),
				settings.maxSessionLifetime());
		return this;
	}

	TestSignOns lifetimes(Duration assertion, Optional<Duration> session) {
		settings = settings(settings.signAssertion(), settings.encryption(), settings.encryptionAlgorithm(), assertion,
				session);
		return this;
	}

	private static RelyingPartySettings settings(Optional<Boolean> signAssertion, EncryptionPolicy encryption,
			EncryptionAlgorithm algorithm, Duration assertion, Optional<Duration> session) {
		return new RelyingPartySettings(true, signAssertion, encryption, algorithm, Optional.empty(), false, false,
				List.of(), Optional.empty(), Set.of(), Set.of(), assertion, session);
	}

	SignOnRequest request() {
		return TestSignOnRequests.signOn(SERVICE, ACS, requestId, relayState, false, false, null, NameIdRequest.ANY,
				OptionalInt.empty(), NOW, null);
	}

	RelyingParty service() {
		return new RelyingParty(SERVICE, DisplayInfo.NONE,
				List.of(new AssertionConsumerService("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST", ACS, 1, true)),
				List.of(), List.of(), keys, keysUnusable, false, wantAssertionsSigned, List.of(), List.of(), Map.of(),
				Optional.empty(), settings);
	}

	SsoSession session() {
		return new SsoSession(SessionKey.of(new byte[32]), "alice", "alice",
				List.of(new Factor(FactorKind.PASSWORD, NOW.minusSeconds(60))), ResolvedAttributes.NONE, NOW, secret, 1,
				NOW.minusSeconds(60), SESSION_END, NOW.plusSeconds(1800), List.of());
	}

	SignOnOutcome.Granted granted() {
		return new SignOnOutcome.Granted(service(), session(), nameId.toHandle(), new ReleasedAttributes(attributes),
				new AuthnContexts.Stated(SessionFixtures.CLASS, NOW.minusSeconds(60)), false,
				SignOnOutcome.Granted.Tracking.RECORDED, Set.of(), Set.of());
	}

}

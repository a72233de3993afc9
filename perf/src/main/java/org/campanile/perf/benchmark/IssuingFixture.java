package org.campanile.perf.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.relyingparty.AssertionConsumerService;
import org.campanile.relyingparty.DisplayInfo;
import org.campanile.relyingparty.EncryptionKey;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.relyingparty.RelyingPartySettings;
import org.campanile.saml.Saml;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.CryptoProviderChoice;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContextMatcher;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.StageTimers;

/**
 * An ordinary sign-on, ready to be issued: twelve attributes, a service that wants its
 * assertions signed and has an RSA-2048 encryption key.
 */
final class IssuingFixture {

	static final SecureRandom RANDOM = new SecureRandom();

	static final CryptoProvider CRYPTO = CryptoProvider.of(CryptoProviderChoice.AUTO, RANDOM);

	private static final String SERVICE = "https://wiki.example.edu/shibboleth";

	private static final String ACS = "https://wiki.example.edu/Shibboleth.sso/SAML2/POST";

	private static final int ATTRIBUTES = 12;

	private IssuingFixture() {
	}

	/** Keys of that kind, made for the occasion. */
	static Credentials credentials(KeyType type) {
		try {
			Path folder = Files.createTempDirectory("campanile-perf");
			Credentials credentials = new CredentialLoader(folder, new CredentialSettings("signing.pem", type),
					"login.example.edu", CRYPTO, InstantSource.system(), RANDOM)
				.load();
			Files.delete(folder.resolve("signing.pem"));
			Files.delete(folder);
			return credentials;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static ResponseIssuer issuer(KeyType type, MeterRegistry meters) {
		IdentityProvider identityProvider = new IdentityProvider("https://login.example.edu/idp/shibboleth",
				"https://login.example.edu/idp", List.of("example.edu"));
		return new ResponseIssuer(identityProvider, credentials(type), CRYPTO, InstantSource.system(), RANDOM,
				new StageTimers(meters));
	}

	static KeyPair serviceKey() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
			generator.initialize(2048);
			return generator.generateKeyPair();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static SignOnRequest request(Instant now) {
		return new SignOnRequest(SERVICE, ACS, "_0123456789abcdef0123456789abcdef01234567", "ss:mem:0123456789abcdef",
				false, false, null, NameIdRequest.ANY, OptionalInt.empty(), now, null);
	}

	static SignOnOutcome.Granted granted(Instant now, KeyPair serviceKey, boolean wantAssertionsSigned) {
		RelyingParty service = new RelyingParty(SERVICE, DisplayInfo.NONE,
				List.of(new AssertionConsumerService(Saml.BINDING_POST, ACS, 1, true)), List.of(),
				List.of(new EncryptionKey(serviceKey.getPublic(), List.of())), false, wantAssertionsSigned, List.of(),
				List.of(), Map.of(), Optional.empty(), RelyingPartySettings.DEFAULTS);
		SsoSession session = new SsoSession(SessionKey.of(new byte[32]), "alice", "alice", now,
				AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT, ResolvedAttributes.NONE, now, new byte[32], 1, now,
				now.plusSeconds(28_800), now.plusSeconds(3_600), List.of());
		List<ReleasedAttribute> attributes = IntStream.range(0, ATTRIBUTES)
			.mapToObj(i -> new ReleasedAttribute("attribute" + i, "urn:oid:1.3.6.1.4.1.5923.1.1.1." + i,
					"urn:oasis:names:tc:SAML:2.0:attrname-format:uri", "eduPersonAttribute" + i,
					List.of(new AttributeValue.Scoped("value of attribute " + i, "example.edu"))))
			.toList();
		NameId nameId = new NameId("AAdzZWNyZXQx" + "x".repeat(20), NameId.PERSISTENT,
				"https://login.example.edu/idp/shibboleth", SERVICE);
		return new SignOnOutcome.Granted(service, session, nameId, new ReleasedAttributes(attributes, List.of()),
				AuthnContextMatcher.PASSWORD_PROTECTED_TRANSPORT);
	}

}

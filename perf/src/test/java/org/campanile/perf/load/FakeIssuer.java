package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.release.ReleasedAttribute;
import org.campanile.release.ReleasedAttributes;
import org.campanile.saml.Saml;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.CredentialLoader;
import org.campanile.saml.crypto.CredentialSettings;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.metadata.IdpDescription;
import org.campanile.saml.metadata.IdpMetadata;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartySettings;
import org.campanile.service.DisplayInfo;
import org.campanile.session.SessionKey;
import org.campanile.session.SsoSession;
import org.campanile.signon.AuthnContexts;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.Refusal;
import org.campanile.signon.SignOnOutcome;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.StageTimers;
import org.campanile.testkit.session.SessionFixtures;

/** Issues answers for the virtual service, about any user. */
final class FakeIssuer {

	private static final IdentityProvider IDP = new IdentityProvider("https://idp.example.edu/shibboleth",
			"https://idp.example.edu/idp", List.of("example.edu"));

	private final ResponseIssuer issuer;

	private final Credentials credentials;

	private final VirtualServiceProvider service;

	private final RelyingParty relyingParty;

	FakeIssuer(Path folder, VirtualServiceProvider service) throws IOException {
		SecureRandom random = new SecureRandom();
		CryptoProvider crypto = CryptoProvider.installed();
		this.service = service;
		this.credentials = new CredentialLoader(Files.createDirectories(folder),
				new CredentialSettings("signing.pem", KeyType.RSA_2048), "idp.example.edu", crypto,
				InstantSource.system(), random)
			.load();
		this.issuer = new ResponseIssuer(IDP, credentials, crypto, new SamlAttributeNames(Map.of()),
				InstantSource.system(), random, new StageTimers(new SimpleMeterRegistry()));
		this.relyingParty = new RelyingParty(VirtualServiceProvider.ENTITY_ID, DisplayInfo.NONE,
				List.of(new AssertionConsumerService(Saml.BINDING_POST,
						VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE, 1, true)),
				List.of(), List.of(),
				List.of(new EncryptionKey(service.open().keys().certificate().getPublicKey(), List.of())), false, false,
				false, List.of(), List.of(), Map.of(), Optional.empty(), RelyingPartySettings.DEFAULTS);
	}

	VirtualServiceProvider service() {
		return service;
	}

	byte[] metadata() {
		return new IdpMetadata(IDP, credentials, IdpDescription.NONE, List.of(NameId.TRANSIENT), InstantSource.system())
			.xml();
	}

	/** Returns a {@code SAMLResponse} which says that this user has signed on. */
	String success(String username, @Nullable String requestId) {
		return success(username, requestId, Target.PRINCIPAL_NAME);
	}

	String success(String username, @Nullable String requestId, String attribute) {
		AttributeValue name = new AttributeValue.Scoped(username, "example.edu");
		ReleasedAttribute released = new ReleasedAttribute(attribute, List.of(name));
		Instant now = Instant.now();
		SsoSession session = new SsoSession(SessionKey.of(new byte[32]), username, username,
				List.of(new Factor(FactorKind.PASSWORD, now)), ResolvedAttributes.NONE, now, new byte[32], 1, now,
				now.plusSeconds(28_800), now.plusSeconds(3_600), List.of());
		NameId nameId = new NameId("of-" + username, NameId.TRANSIENT, IDP.id(), VirtualServiceProvider.ENTITY_ID);
		SignOnOutcome.Granted granted = new SignOnOutcome.Granted(relyingParty, session, nameId.toHandle(),
				new ReleasedAttributes(List.of(released)), new AuthnContexts.Stated(SessionFixtures.CLASS, now), false,
				SignOnOutcome.Granted.Tracking.RECORDED, Set.of(), Set.of());
		try {
			return response(issuer.success(request(requestId), granted).message().fields());
		}
		catch (NoEncryptionKeyException ex) {
			throw new IllegalStateException(ex);
		}
	}

	String refusal(@Nullable String requestId) {
		return response(issuer.refusal(request(requestId), Refusal.values()[0]).fields());
	}

	private static String response(Map<String, String> fields) {
		return fields.getOrDefault("SAMLResponse", "");
	}

	private SignOnRequest request(@Nullable String requestId) {
		return new SignOnRequest(RelyingParty.PROTOCOL, VirtualServiceProvider.ENTITY_ID,
				VirtualServiceProvider.ASSERTION_CONSUMER_SERVICE, requestId, AuthnDemand.NONE, Instant.now(), null,
				Map.of());
	}

}

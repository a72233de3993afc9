package org.campanile.saml.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.attribute.PrincipalDefinition;
import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.RequestedLogout;
import org.campanile.protocol.Endpoint;
import org.campanile.protocol.Handle;
import org.campanile.release.IdentifierAlgorithm;
import org.campanile.release.IdentifierSalt;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.assertion.ResponseIssuer;
import org.campanile.saml.attribute.SamlAttributeNames;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.saml.crypto.KeyType;
import org.campanile.saml.logout.LogoutRequest;
import org.campanile.saml.nameid.NameId;
import org.campanile.saml.nameid.NameIdPolicy;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.nameid.NameIdSettings;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.service.ServiceRegistry;
import org.campanile.signon.SignOnProtocol;
import org.campanile.signon.SignOnRequest;
import org.campanile.signon.StageTimers;
import org.campanile.testkit.logout.LogoutWorld;
import org.campanile.testkit.protocol.LogoutProtocolContract;
import org.campanile.testkit.saml.TestCredentials;
import org.campanile.testkit.saml.TestSignOnRequests;

/** Tests SAML against the contract of protocols. */
class SamlProtocolTests extends LogoutProtocolContract {

	private final LogoutWorld world = new LogoutWorld().service("one", Saml.BINDING_REDIRECT)
		.service("two", Saml.BINDING_SOAP, Saml.BINDING_POST);

	private final RelyingPartyRegistry registry = world.registry();

	private final LogoutProtocol logout = world.node().protocol;

	@Override
	protected SignOnProtocol signOnProtocol() {
		SamlAttributeNames names = new SamlAttributeNames(Map.of());
		NameIdSettings nameIds = new NameIdSettings(LogoutWorld.SELF.id(), NameId.TRANSIENT, Map.of(),
				PrincipalDefinition.PRINCIPAL, IdentifierAlgorithm.HMAC_SHA256, false);
		ResponseIssuer issuer = new ResponseIssuer(LogoutWorld.SELF, TestCredentials.of(KeyType.RSA_2048),
				CryptoProvider.installed(), names, world.clock, RANDOM, new StageTimers(new SimpleMeterRegistry()));
		return new SamlSignOnProtocol(new NameIdPolicy(nameIds, new IdentifierSalt(new byte[32]), Optional.empty()),
				names, issuer);
	}

	@Override
	protected LogoutProtocol logoutProtocol() {
		return logout;
	}

	@Override
	protected ServiceRegistry registry() {
		return registry;
	}

	@Override
	protected Set<Endpoint> endpoints() {
		return SamlEndpoints.ALL;
	}

	@Override
	protected List<String> services() {
		return List.of(LogoutWorld.entityId("one"), LogoutWorld.entityId("two"));
	}

	/** Persistent identifiers have both qualifiers. */
	@Override
	protected SignOnRequest request(String service) {
		return TestSignOnRequests.signOn(service, service + "/acs", "_request", "state", false, false, null,
				new NameIdRequest(NameId.PERSISTENT, service, false), OptionalInt.of(3), NOW, null);
	}

	@Override
	protected Optional<RequestedLogout> requested(String service, Handle handle, Set<String> names) {
		NameId nameId = NameId.of(handle);
		LogoutRequest request = new LogoutRequest(registry.find(service).orElseThrow(), "_logout", nameId.value(),
				nameId.format(), nameId.nameQualifier(), nameId.spNameQualifier(), List.copyOf(names), "state",
				Saml.BINDING_REDIRECT);
		return Optional.of(request.requested(LogoutWorld.SELF.id()));
	}

}

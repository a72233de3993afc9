package org.campanile.saml.relyingparty;

import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.DisplayInfo;
import org.campanile.service.Service;

/**
 * A service that accepts assertions of this server: its metadata and its local settings.
 *
 * @param entityId its name (SAML Core 8.3.6), compared exactly
 * @param display its description for users
 * @param assertionConsumerServices the endpoints for responses, in metadata order; of all
 * bindings
 * @param singleLogoutServices the endpoints for single logout, in metadata order; of all
 * bindings
 * @param signingKeys keys its requests may be signed with
 * @param encryptionKeys keys assertions may be encrypted to, in metadata order
 * @param encryptionKeysUnusable whether metadata lists keys for encryption, none of which
 * can be used: it expects encrypted assertions
 * @param authnRequestsSigned {@code AuthnRequestsSigned}: it promises to sign its
 * requests
 * @param wantAssertionsSigned {@code WantAssertionsSigned}: it requires the assertion
 * itself to be signed
 * @param nameIdFormats name identifier formats it supports, in order
 * @param attributeConsumingServices the sets of attributes that it requests
 * @param entityAttributes its entity attributes (entity categories, subject-id
 * requirement, …): name to values
 * @param registrar the {@code registrationAuthority} of its metadata (MDRPI 1.0 2.1)
 * @param settings the local configuration for it
 */
public record RelyingParty(String entityId, DisplayInfo display,
		List<AssertionConsumerService> assertionConsumerServices, List<SingleLogoutService> singleLogoutServices,
		List<PublicKey> signingKeys, List<EncryptionKey> encryptionKeys, boolean encryptionKeysUnusable,
		boolean authnRequestsSigned, boolean wantAssertionsSigned, List<String> nameIdFormats,
		List<AttributeConsumingService> attributeConsumingServices, Map<String, Set<String>> entityAttributes,
		Optional<String> registrar, RelyingPartySettings settings) implements Service {

	/** The protocol's name. */
	public static final ProtocolId PROTOCOL = ProtocolId.UNNAMED;

	public RelyingParty {
		assertionConsumerServices = List.copyOf(assertionConsumerServices);
		singleLogoutServices = List.copyOf(singleLogoutServices);
		signingKeys = List.copyOf(signingKeys);
		encryptionKeys = List.copyOf(encryptionKeys);
		nameIdFormats = List.copyOf(nameIdFormats);
		attributeConsumingServices = List.copyOf(attributeConsumingServices);
		entityAttributes = Map.copyOf(entityAttributes);
	}

	@Override
	public ProtocolId protocol() {
		return PROTOCOL;
	}

	@Override
	public String id() {
		return entityId;
	}

	@Override
	public Optional<String> address() {
		return assertionConsumerServices.stream().map(AssertionConsumerService::location).findFirst();
	}

	@Override
	public boolean enabled() {
		return settings.enabled();
	}

	@Override
	public Set<String> released() {
		return settings.release();
	}

	@Override
	public Set<String> withheld() {
		return settings.withhold();
	}

}

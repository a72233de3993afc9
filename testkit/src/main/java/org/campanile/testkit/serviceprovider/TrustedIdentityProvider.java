package org.campanile.saml.serviceprovider;

import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.saml.Saml;
import org.campanile.saml.internal.XmlRefusedException;
import org.campanile.saml.internal.serviceprovider.IdentityProviderMetadataReader;

/**
 * What a service provider knows of the identity provider it trusts, from its metadata.
 *
 * @param entityId its entityID
 * @param signingKeys keys its signatures verify with
 * @param singleSignOnServices where it takes requests: the binding's URI to the address
 * @param singleLogoutServices where it takes requests to log out: the binding's URI to
 * the address
 */
public record TrustedIdentityProvider(String entityId, List<PublicKey> signingKeys,
		Map<String, String> singleSignOnServices, Map<String, String> singleLogoutServices) {

	public TrustedIdentityProvider {
		signingKeys = List.copyOf(signingKeys);
		singleSignOnServices = Map.copyOf(singleSignOnServices);
		singleLogoutServices = Map.copyOf(singleLogoutServices);
	}

	/**
	 * Reads an EntityDescriptor.
	 * @throws IllegalArgumentException if it is not the metadata of a SAML 2.0 identity
	 * provider with at least one signing key
	 */
	public static TrustedIdentityProvider of(byte[] metadata) {
		try {
			return IdentityProviderMetadataReader.read(metadata);
		}
		catch (XmlRefusedException ex) {
			throw new IllegalArgumentException("no usable identity provider metadata: " + ex.getMessage(), ex);
		}
	}

	/** Where it takes requests by HTTP-Redirect. */
	public Optional<String> redirectSsoUrl() {
		return Optional.ofNullable(singleSignOnServices.get(Saml.BINDING_REDIRECT));
	}

	/** Where it takes requests by HTTP-POST. */
	public Optional<String> postSsoUrl() {
		return Optional.ofNullable(singleSignOnServices.get(Saml.BINDING_POST));
	}

	/** Where it takes requests to log out by that binding. */
	public Optional<String> sloUrl(String binding) {
		return Optional.ofNullable(singleLogoutServices.get(binding));
	}

}

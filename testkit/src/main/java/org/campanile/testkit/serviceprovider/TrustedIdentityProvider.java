package org.campanile.testkit.serviceprovider;

import java.security.KeyException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.opensaml.saml.saml2.metadata.Endpoint;
import org.opensaml.saml.saml2.metadata.EntityDescriptor;
import org.opensaml.saml.saml2.metadata.IDPSSODescriptor;
import org.opensaml.saml.saml2.metadata.KeyDescriptor;
import org.opensaml.security.credential.UsageType;
import org.opensaml.xmlsec.keyinfo.KeyInfoSupport;
import org.opensaml.xmlsec.signature.KeyInfo;

import org.campanile.saml.Saml;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;

/**
 * The metadata of the identity provider that a service provider trusts.
 *
 * @param entityId its entityID
 * @param signingKeys the keys that verify its signatures
 * @param singleSignOnServices the endpoints for sign-on: the binding's URI to the URL
 * @param singleLogoutServices the endpoints for logout: the binding's URI to the URL
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
			return read(metadata);
		}
		catch (XmlRefusedException ex) {
			throw new IllegalArgumentException("no usable identity provider metadata: " + ex.getMessage(), ex);
		}
	}

	private static TrustedIdentityProvider read(byte[] metadata) throws XmlRefusedException {
		OpenSaml openSaml = OpenSaml.get();
		EntityDescriptor entity = openSaml.unmarshall(openSaml.parse(metadata).getDocumentElement(),
				EntityDescriptor.class);
		String entityId = entity.getEntityID();
		IDPSSODescriptor role = entity.getIDPSSODescriptor(Saml.PROTOCOL_NS);
		if (entityId == null || role == null) {
			throw new XmlRefusedException("no entityID, or no IDPSSODescriptor for SAML 2.0");
		}
		List<PublicKey> keys = signingKeys(role);
		if (keys.isEmpty()) {
			throw new XmlRefusedException(entityId + " has no signing key");
		}
		return new TrustedIdentityProvider(entityId, keys, endpoints(role.getSingleSignOnServices()),
				endpoints(role.getSingleLogoutServices()));
	}

	private static List<PublicKey> signingKeys(IDPSSODescriptor role) throws XmlRefusedException {
		List<PublicKey> keys = new ArrayList<>();
		for (KeyDescriptor descriptor : role.getKeyDescriptors()) {
			KeyInfo keyInfo = descriptor.getKeyInfo();
			if (descriptor.getUse() == UsageType.ENCRYPTION || keyInfo == null) {
				continue;
			}
			try {
				keys.addAll(KeyInfoSupport.getPublicKeys(keyInfo));
				for (X509Certificate certificate : KeyInfoSupport.getCertificates(keyInfo)) {
					keys.add(certificate.getPublicKey());
				}
			}
			catch (CertificateException | KeyException ex) {
				throw new XmlRefusedException("unreadable KeyInfo: " + ex.getMessage(), ex);
			}
		}
		return keys;
	}

	private static Map<String, String> endpoints(List<? extends Endpoint> services) {
		Map<String, String> endpoints = new LinkedHashMap<>();
		for (Endpoint service : services) {
			if (service.getBinding() != null && service.getLocation() != null) {
				endpoints.putIfAbsent(service.getBinding(), service.getLocation());
			}
		}
		return endpoints;
	}

	/** The endpoint for sign-on by HTTP-Redirect. */
	public Optional<String> redirectSsoUrl() {
		return Optional.ofNullable(singleSignOnServices.get(Saml.BINDING_REDIRECT));
	}

	/** The endpoint for sign-on by HTTP-POST. */
	public Optional<String> postSsoUrl() {
		return Optional.ofNullable(singleSignOnServices.get(Saml.BINDING_POST));
	}

	/** The endpoint for logout with that binding. */
	public Optional<String> sloUrl(String binding) {
		return Optional.ofNullable(singleLogoutServices.get(binding));
	}

}

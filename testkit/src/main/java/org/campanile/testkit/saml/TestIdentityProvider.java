package org.campanile.testkit.saml;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;

import org.campanile.saml.Saml;
import org.campanile.testkit.serviceprovider.ServiceProviderKeys;
import org.campanile.testkit.serviceprovider.TrustedIdentityProvider;

/**
 * An identity provider based on text templates, independent of the server's code, so that
 * a test can change any byte of its messages before or after they are signed.
 */
public final class TestIdentityProvider {

	private final String entityId;

	private final ServiceProviderKeys keys;

	public TestIdentityProvider(String entityId, InstantSource clock) {
		this(entityId, ServiceProviderKeys.generate("Test identity provider", clock, new SecureRandom()));
	}

	public TestIdentityProvider(String entityId, ServiceProviderKeys keys) {
		this.entityId = entityId;
		this.keys = keys;
	}

	public String entityId() {
		return entityId;
	}

	public ServiceProviderKeys keys() {
		return keys;
	}

	/** Returns the metadata, with SSO endpoints below the entityID. */
	public byte[] metadata() {
		return """
				<md:EntityDescriptor xmlns:md="%s" entityID="%s"><md:IDPSSODescriptor protocolSupportEnumeration="%s">\
				<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="%s"><ds:X509Data><ds:X509Certificate>%s\
				</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\
				<md:SingleSignOnService Binding="%s" Location="%s/redirect"/>\
				<md:SingleSignOnService Binding="%s" Location="%s/post"/>\
				</md:IDPSSODescriptor></md:EntityDescriptor>"""
			.formatted(Saml.METADATA_NS, entityId, Saml.PROTOCOL_NS, Saml.DSIG_NS, certificate(), Saml.BINDING_REDIRECT,
					entityId, Saml.BINDING_POST, entityId)
			.getBytes(StandardCharsets.UTF_8);
	}

	public TrustedIdentityProvider trusted() {
		return TrustedIdentityProvider.of(metadata());
	}

	private String certificate() {
		try {
			return Base64.getEncoder().encodeToString(keys.certificate().getEncoded());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}

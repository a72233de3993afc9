package org.campanile.testkit.serviceprovider;

import java.util.List;
import java.util.Map;

import org.campanile.saml.nameid.NameId;
import org.campanile.saml.relyingparty.SingleLogoutService;

/**
 * The content of a service provider's metadata.
 *
 * @param entityId its entityID
 * @param assertionConsumerServiceUrls the endpoints for responses by HTTP-POST; their
 * indexes start at 1, the first is the default
 * @param displayNames its display name by BCP 47 language tag ({@code mdui:DisplayName});
 * may be empty
 * @param nameIdFormats URIs of the name identifier formats it supports, in order
 * @param authnRequestsSigned whether it promises to sign its requests, and then does
 * @param wantAssertionsSigned whether it wants the assertion itself signed, and then
 * refuses one that is not
 * @param encryptionKeyOffered whether its metadata holds an encryption key; an assertion
 * that comes unencrypted is then refused (unless {@link ResponseExpectations} say not)
 * @param encryptionMethods URIs of the {@code md:EncryptionMethod}s beside that key;
 * empty states none
 * @param singleLogoutServices the endpoints for single logout; empty for none
 */
public record ServiceProviderSettings(String entityId, List<String> assertionConsumerServiceUrls,
		Map<String, String> displayNames, List<String> nameIdFormats, boolean authnRequestsSigned,
		boolean wantAssertionsSigned, boolean encryptionKeyOffered, List<String> encryptionMethods,
		List<SingleLogoutService> singleLogoutServices) {

	/**
	 * The URI of AES with a 128-bit key in Galois/Counter Mode (XML Encryption 1.1,
	 * 5.2.4).
	 */
	public static final String AES_128_GCM = "http://www.w3.org/2009/xmlenc11#aes128-gcm";

	/** The URI of RSA-OAEP with MGF1 over SHA-1 (XML Encryption 1.1, 5.5.2). */
	public static final String RSA_OAEP_MGF1P = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";

	/** Creates settings without single logout. */
	public ServiceProviderSettings(String entityId, List<String> assertionConsumerServiceUrls,
			Map<String, String> displayNames, List<String> nameIdFormats, boolean authnRequestsSigned,
			boolean wantAssertionsSigned, boolean encryptionKeyOffered, List<String> encryptionMethods) {
		this(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats, authnRequestsSigned,
				wantAssertionsSigned, encryptionKeyOffered, encryptionMethods, List.of());
	}

	public ServiceProviderSettings {
		assertionConsumerServiceUrls = List.copyOf(assertionConsumerServiceUrls);
		displayNames = Map.copyOf(displayNames);
		nameIdFormats = List.copyOf(nameIdFormats);
		encryptionMethods = List.copyOf(encryptionMethods);
		singleLogoutServices = List.copyOf(singleLogoutServices);
		if (assertionConsumerServiceUrls.isEmpty()) {
			throw new IllegalArgumentException("a service provider needs an assertion consumer service");
		}
	}

	/**
	 * Creates settings of a service provider that signs its requests, and requires
	 * assertions to be signed, and encrypted with AES-128-GCM.
	 */
	public static ServiceProviderSettings of(String entityId, String assertionConsumerServiceUrl,
			Map<String, String> displayNames) {
		return new ServiceProviderSettings(entityId, List.of(assertionConsumerServiceUrl), displayNames,
				List.of(NameId.TRANSIENT, NameId.PERSISTENT), true, true, true, List.of(AES_128_GCM, RSA_OAEP_MGF1P),
				List.of());
	}

	/** Returns the same settings with other endpoints; the first is the default. */
	public ServiceProviderSettings withAssertionConsumerServices(List<String> urls) {
		return new ServiceProviderSettings(entityId, urls, displayNames, nameIdFormats, authnRequestsSigned,
				wantAssertionsSigned, encryptionKeyOffered, encryptionMethods, singleLogoutServices);
	}

	/** Returns the same settings with {@code AuthnRequestsSigned} as given. */
	public ServiceProviderSettings withAuthnRequestsSigned(boolean signed) {
		return new ServiceProviderSettings(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats, signed,
				wantAssertionsSigned, encryptionKeyOffered, encryptionMethods, singleLogoutServices);
	}

	/** Returns the same settings with {@code WantAssertionsSigned} as given. */
	public ServiceProviderSettings withWantAssertionsSigned(boolean wanted) {
		return new ServiceProviderSettings(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats,
				authnRequestsSigned, wanted, encryptionKeyOffered, encryptionMethods, singleLogoutServices);
	}

	/** Returns the same settings with an encryption key that states the given methods. */
	public ServiceProviderSettings withEncryptionMethods(List<String> methods) {
		return new ServiceProviderSettings(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats,
				authnRequestsSigned, wantAssertionsSigned, true, methods, singleLogoutServices);
	}

	/** Returns the same settings without an encryption key in the metadata. */
	public ServiceProviderSettings withoutEncryptionKey() {
		return new ServiceProviderSettings(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats,
				authnRequestsSigned, wantAssertionsSigned, false, List.of(), singleLogoutServices);
	}

	/** Returns the same settings with these endpoints for single logout. */
	public ServiceProviderSettings withSingleLogoutServices(List<SingleLogoutService> services) {
		return new ServiceProviderSettings(entityId, assertionConsumerServiceUrls, displayNames, nameIdFormats,
				authnRequestsSigned, wantAssertionsSigned, encryptionKeyOffered, encryptionMethods, services);
	}

	/** The default assertion consumer service. */
	public String assertionConsumerServiceUrl() {
		return assertionConsumerServiceUrls.getFirst();
	}

}

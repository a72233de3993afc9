package org.campanile.saml.assertion;

import java.util.Optional;

import org.campanile.saml.crypto.EncryptionChooser;
import org.campanile.saml.crypto.EncryptionMethodChoice;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * The protection of an assertion for a service. The response around it is always signed.
 *
 * @param signed whether the assertion itself is also signed
 * @param encryption how it is encrypted; empty if it is not
 */
public record Protection(boolean signed, Optional<EncryptionMethodChoice> encryption) {

	/**
	 * The protection required by metadata and the local settings.
	 * @throws NoEncryptionKeyException if it must be encrypted and cannot be
	 */
	public static Protection of(RelyingParty service) throws NoEncryptionKeyException {
		return new Protection(service.settings().signAssertion().orElse(service.wantAssertionsSigned()),
				encryption(service));
	}

	private static Optional<EncryptionMethodChoice> encryption(RelyingParty service) throws NoEncryptionKeyException {
		EncryptionPolicy policy = service.settings().encryption();
		if (policy == EncryptionPolicy.NEVER) {
			return Optional.empty();
		}
		Optional<EncryptionMethodChoice> choice = EncryptionChooser.choose(service.encryptionKeys(),
				service.settings().encryptionAlgorithm());
		if (choice.isEmpty() && (policy == EncryptionPolicy.REQUIRED || service.encryptionKeysUnusable())) {
			throw new NoEncryptionKeyException(service.entityId()
					+ ": its assertions must be encrypted, but metadata contains no usable encryption key");
		}
		return choice;
	}

}

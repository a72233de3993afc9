package org.campanile.saml.crypto;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Optional;

/** Checks which keys may sign, and whether a key and a certificate belong together. */
final class KeyRules {

	private static final int P256_BITS = 256;

	private static final byte[] PROBE = "campanile".getBytes(StandardCharsets.US_ASCII);

	private KeyRules() {
	}

	/** The algorithm that a key signs with. */
	static SignatureAlgorithm algorithm(String name, PublicKey key) {
		return switch (key) {
			case RSAPublicKey rsa when "RSA".equals(rsa.getAlgorithm()) -> {
				int bits = rsa.getModulus().bitLength();
				if (bits < EncryptionChooser.MIN_RSA_BITS) {
					throw new IllegalArgumentException(name + ": an RSA key of " + bits + " bits; at least "
							+ EncryptionChooser.MIN_RSA_BITS + " are needed");
				}
				yield SignatureAlgorithm.RSA_SHA256;
			}
			case ECPublicKey ec when ec.getParams().getOrder().bitLength() == P256_BITS ->
				SignatureAlgorithm.ECDSA_SHA256;
			default -> throw new IllegalArgumentException(name + ": a key of a kind that is not supported ("
					+ key.getAlgorithm() + "); use RSA of 2048 or 3072 bits, or EC on the curve P-256");
		};
	}

	/**
	 * The credential, if the key belongs to the certificate: a test signature must
	 * verify.
	 */
	static Optional<SigningCredential> pair(String name, PrivateKey key, X509Certificate certificate,
			CryptoProvider crypto) {
		PublicKey publicKey = certificate.getPublicKey();
		if (!publicKey.getAlgorithm().equals(key.getAlgorithm())) {
			return Optional.empty();
		}
		SigningCredential credential = new SigningCredential(name, crypto.prepared(key), certificate,
				algorithm(name, publicKey));
		return crypto.verify(credential, PROBE, crypto.sign(credential, PROBE)) ? Optional.of(credential)
				: Optional.empty();
	}

}

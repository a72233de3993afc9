package org.campanile.saml.explain;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.campanile.explain.Explanation.Encryption;
import org.campanile.explain.Explanation.Signature;
import org.campanile.saml.assertion.NoEncryptionKeyException;
import org.campanile.saml.assertion.Protection;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.EncryptionChooser;
import org.campanile.saml.crypto.EncryptionMethodChoice;
import org.campanile.saml.crypto.SigningCredential;
import org.campanile.saml.relyingparty.EncryptionKey;
import org.campanile.saml.relyingparty.EncryptionPolicy;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.seal.Sha256;

/**
 * Explains how responses to a service are signed and encrypted, and why.
 *
 * @param credentials the server's keys; empty before the first start
 */
record Protections(Optional<Credentials> credentials) {

	/** Returns why a sign-on is refused; empty if it is not. */
	Optional<String> refusal(RelyingParty service) {
		try {
			Protection.of(service);
			return Optional.empty();
		}
		catch (NoEncryptionKeyException ex) {
			return Optional.of("the assertion must be encrypted, and " + unusable(service)
					+ "; ask the service for one, or set its encryption in campanile.services to "
					+ (service.encryptionKeysUnusable() ? "never" : "auto"));
		}
	}

	Signature signature(RelyingParty service) {
		boolean assertion = service.settings().signAssertion().orElse(service.wantAssertionsSigned());
		String reason = service.settings().signAssertion().isPresent()
				? "the configuration says so (sign-assertion: " + assertion + ")"
				: assertion ? "the service's metadata requires it (WantAssertionsSigned)"
						: "the service's metadata does not require it";
		Optional<SigningCredential> signing = credentials.map(Credentials::signing);
		return new Signature(assertion, reason, signing.map(key -> key.algorithm().uri()).orElse(null),
				signing.map(SigningCredential::name).orElse(null),
				signing.map(SigningCredential::certificate).map(Protections::fingerprint).orElse(null));
	}

	Encryption encryption(RelyingParty service) {
		EncryptionPolicy policy = service.settings().encryption();
		try {
			Optional<EncryptionMethodChoice> choice = Protection.of(service).encryption();
			return choice.map(chosen -> encrypted(service, chosen, policy))
				.orElseGet(() -> clear(policy == EncryptionPolicy.NEVER
						? "the configuration says so (encryption: never)" : unusable(service)));
		}
		catch (NoEncryptionKeyException ex) {
			return clear(policy == EncryptionPolicy.REQUIRED ? "the configuration requires it, and " + unusable(service)
					: unusable(service));
		}
	}

	private static Encryption encrypted(RelyingParty service, EncryptionMethodChoice choice, EncryptionPolicy policy) {
		List<PublicKey> keys = service.encryptionKeys().stream().map(EncryptionKey::publicKey).toList();
		String key = "key " + (keys.indexOf(choice.key()) + 1) + " of " + keys.size() + " in metadata, RSA of "
				+ choice.key().getModulus().bitLength() + " bits, SHA-256 " + digest(choice.key().getEncoded());
		return new Encryption(true,
				policy == EncryptionPolicy.REQUIRED ? "the configuration requires it"
						: "the service's metadata has a key for it",
				choice.blockCipher().uri(), choice.keyTransport().uri(), key);
	}

	private static Encryption clear(String reason) {
		return new Encryption(false, reason, null, null, null);
	}

	private static String unusable(RelyingParty service) {
		List<EncryptionKey> keys = service.encryptionKeys();
		if (service.encryptionKeysUnusable()) {
			return "the service's metadata has only encryption keys that cannot be used (RSA of at least "
					+ EncryptionChooser.MIN_RSA_BITS + " bits is needed)";
		}
		return keys.isEmpty() ? "the service's metadata has no usable encryption key"
				: "none of the " + keys.size() + " encryption keys in the service's metadata can be used ("
						+ String.join(", ", keys.stream().map(EncryptionKey::publicKey).map(Protections::kind).toList())
						+ "; RSA of at least " + EncryptionChooser.MIN_RSA_BITS + " bits is needed)";
	}

	private static String kind(PublicKey key) {
		return key instanceof RSAPublicKey rsa ? "RSA of " + rsa.getModulus().bitLength() + " bits"
				: key.getAlgorithm();
	}

	private static String fingerprint(X509Certificate certificate) {
		try {
			return digest(certificate.getEncoded());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("a certificate that was read cannot be encoded", ex);
		}
	}

	private static String digest(byte[] bytes) {
		return HexFormat.ofDelimiter(":").formatHex(Sha256.of(bytes));
	}

}

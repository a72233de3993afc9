package org.campanile.saml.crypto;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A key that signs, and its certificate.
 *
 * @param name the file it came from
 */
public record SigningCredential(String name, PrivateKey privateKey, X509Certificate certificate,
		SignatureAlgorithm algorithm) {

	/** Omits the key. */
	@Override
	public String toString() {
		return "SigningCredential[" + name + ", " + algorithm + ", until " + certificate.getNotAfter().toInstant()
				+ "]";
	}

}

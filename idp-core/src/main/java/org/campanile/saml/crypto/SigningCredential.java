package org.campanile.saml.crypto;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A key that signs, and its certificate.
 *
 * @param name the file it came from
 * @param privateKey the key
 * @param certificate the certificate
 * @param algorithm the algorithm that it signs with
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

package org.campanile.saml.crypto;

/**
 * Thrown if a security provider cannot be used; the message gives the reason in one line.
 */
class CryptoProviderException extends Exception {

	private static final long serialVersionUID = 1L;

	CryptoProviderException(String reason) {
		super(reason);
	}

	CryptoProviderException(String reason, Throwable cause) {
		super(reason, cause);
	}

}

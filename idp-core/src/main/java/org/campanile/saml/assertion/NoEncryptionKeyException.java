package org.campanile.saml.assertion;

/**
 * The assertion must be encrypted, but the service has no usable key. Nothing was issued;
 * the request is to be answered with
 * {@link org.campanile.signon.Refusal#NO_ENCRYPTION_KEY NO_ENCRYPTION_KEY}.
 */
public final class NoEncryptionKeyException extends Exception {

	private static final long serialVersionUID = 1L;

	NoEncryptionKeyException(String message) {
		super(message);
	}

	NoEncryptionKeyException(String message, Throwable cause) {
		super(message, cause);
	}

}

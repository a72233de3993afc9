package org.campanile.saml.assertion;

/**
 * The assertion must be encrypted and the service offers no key that can be used. What to
 * do is to answer with {@link org.campanile.signon.Refusal#NO_ENCRYPTION_KEY
 * NO_ENCRYPTION_KEY}; nothing was issued.
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

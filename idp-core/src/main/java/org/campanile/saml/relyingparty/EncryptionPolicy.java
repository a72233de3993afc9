package org.campanile.saml.relyingparty;

/** The conditions under which an assertion is encrypted. */
public enum EncryptionPolicy {

	/**
	 * Encrypts if metadata contains an encryption key. A service whose keys for
	 * encryption cannot be used gets an error.
	 */
	AUTO,

	/**
	 * Always encrypts; a service without a usable key gets an error, never an unencrypted
	 * assertion.
	 */
	REQUIRED,

	/** Never encrypts. */
	NEVER

}

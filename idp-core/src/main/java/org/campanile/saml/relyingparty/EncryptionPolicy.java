package org.campanile.saml.relyingparty;

/** The conditions under which an assertion is encrypted. */
public enum EncryptionPolicy {

	/** If metadata contains a usable encryption key. */
	AUTO,

	/**
	 * Always; a service without a usable key gets an error, never an unencrypted
	 * assertion.
	 */
	REQUIRED,

	/** Never. */
	NEVER

}

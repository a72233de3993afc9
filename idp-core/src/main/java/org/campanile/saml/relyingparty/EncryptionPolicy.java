package org.campanile.saml.relyingparty;

/** When an assertion is encrypted. */
public enum EncryptionPolicy {

	/** Whenever metadata holds a usable encryption key. */
	AUTO,

	/** Always; a service without a usable key gets an error, never a clear assertion. */
	REQUIRED,

	/** Never. */
	NEVER

}

package org.campanile.saml.crypto;

/** The implementation of RSA and ECDSA that is used. */
public enum CryptoProviderChoice {

	/** The Amazon Corretto Crypto Provider if it works, otherwise the JDK's providers. */
	AUTO,

	/** The providers installed in the Java runtime. */
	JDK,

	/** The Amazon Corretto Crypto Provider; without it the server does not start. */
	ACCP

}

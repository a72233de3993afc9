package org.campanile.saml.crypto;

/** Whose implementation does the arithmetic of RSA and ECDSA. */
public enum CryptoProviderChoice {

	/** The Amazon Corretto Crypto Provider where it works, else the JDK's. */
	AUTO,

	/** What the Java runtime has installed. */
	JDK,

	/** The Amazon Corretto Crypto Provider, and no start without it. */
	ACCP

}

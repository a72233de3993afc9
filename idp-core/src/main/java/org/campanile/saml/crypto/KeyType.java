package org.campanile.saml.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;

/** Kinds of signing keys that can be created at the first start. */
public enum KeyType {

	/** RSA with 2,048 bits: supported everywhere. */
	RSA_2048("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4), "SHA256withRSA"),

	/** RSA with 3,072 bits: three times the cost of a signature. */
	RSA_3072("RSA", new RSAKeyGenParameterSpec(3072, RSAKeyGenParameterSpec.F4), "SHA256withRSA"),

	/** ECDSA on P-256: a sixth of the cost, but many services' libraries refuse it. */
	EC_P256("EC", new ECGenParameterSpec("secp256r1"), "SHA256withECDSA");

	private final String algorithm;

	private final AlgorithmParameterSpec parameters;

	private final String certificateSignature;

	KeyType(String algorithm, AlgorithmParameterSpec parameters, String certificateSignature) {
		this.algorithm = algorithm;
		this.parameters = parameters;
		this.certificateSignature = certificateSignature;
	}

	/** A new key pair, by the providers that the Java runtime has installed. */
	public KeyPair generate(SecureRandom random) {
		try {
			return generate(KeyPairGenerator.getInstance(algorithm), random);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Generates a key pair with that provider, which may not support it. */
	KeyPair generate(Provider provider, SecureRandom random) throws GeneralSecurityException {
		return generate(KeyPairGenerator.getInstance(algorithm, provider), random);
	}

	private KeyPair generate(KeyPairGenerator generator, SecureRandom random) throws GeneralSecurityException {
		generator.initialize(parameters, random);
		return generator.generateKeyPair();
	}

	/**
	 * Returns the JCA name of the signature algorithm for the self-signed certificate.
	 */
	String certificateSignature() {
		return certificateSignature;
	}

}

package org.campanile.testkit.saml;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.saml.crypto.KeyType;

/** Key pairs of services, generated once for a whole test run. */
public final class TestSigningKeys {

	private static final Map<String, KeyPair> PAIRS = new ConcurrentHashMap<>();

	private TestSigningKeys() {
	}

	/** An RSA key pair; each name has a different one. */
	public static KeyPair rsa(String name, int bits) {
		return PAIRS.computeIfAbsent("RSA " + bits + ' ' + name, (key) -> {
			try {
				KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
				generator.initialize(bits);
				return generator.generateKeyPair();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	/** The pair of RSA-2048 that services sign with unless told otherwise. */
	public static KeyPair rsa() {
		return rsa("service", 2048);
	}

	/** A pair on the curve P-256. */
	public static KeyPair ec() {
		return PAIRS.computeIfAbsent("P-256", (key) -> TestCredentials.keyPair(KeyType.EC_P256));
	}

	/** A key with which every operation fails. */
	public static RSAPublicKey broken() {
		return new BrokenKey();
	}

	/** A key whose numbers cannot be read. */
	private static final class BrokenKey implements RSAPublicKey {

		@Override
		public java.math.BigInteger getPublicExponent() {
			throw new IllegalStateException("broken");
		}

		@Override
		public java.math.BigInteger getModulus() {
			throw new IllegalStateException("broken");
		}

		@Override
		public String getAlgorithm() {
			return "RSA";
		}

		@Override
		public String getFormat() {
			return "X.509";
		}

		@Override
		public byte[] getEncoded() {
			throw new IllegalStateException("broken");
		}

	}

}

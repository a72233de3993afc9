package org.campanile.factor;

import java.security.GeneralSecurityException;

import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** PBKDF2 (RFC 8018 5.2) with HMAC-SHA-256. */
public final class Pbkdf2 {

	private static final int BITS = 256;

	private Pbkdf2() {
	}

	/** The hash of a text, 32 bytes. */
	public static byte[] hash(String text, byte[] salt, int iterations) {
		try {
			return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
				.generateSecret(new PBEKeySpec(text.toCharArray(), salt, iterations, BITS))
				.getEncoded();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks PBKDF2 with HMAC-SHA-256", ex);
		}
	}

}

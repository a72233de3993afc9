package org.campanile.seal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every Java platform has. Thread-safe. */
public final class Sha256 {

	private Sha256() {
	}

	/** The digest of bytes, 32 bytes. */
	public static byte[] of(byte[] bytes) {
		return begin().digest(bytes);
	}

	/** The digest of a text in UTF-8, 32 bytes. */
	public static byte[] of(String text) {
		return of(text.getBytes(StandardCharsets.UTF_8));
	}

	/** Returns an empty digest, for one thread. */
	public static MessageDigest begin() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("every Java platform has SHA-256", ex);
		}
	}

}

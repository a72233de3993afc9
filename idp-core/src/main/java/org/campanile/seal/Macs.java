package org.campanile.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 (RFC 2104): 32 bytes. */
public final class Macs {

	private static final String ALGORITHM = "HmacSHA256";

	private Macs() {
	}

	/**
	 * Joins the parts, each prefixed with its length, so that no two lists yield the same
	 * text.
	 */
	public static String delimited(String... parts) {
		StringBuilder text = new StringBuilder();
		for (String part : parts) {
			text.append(part.length()).append(':').append(part);
		}
		return text.toString();
	}

	/** Computes the HMAC of a text in UTF-8. */
	public static byte[] hmacSha256(byte[] key, String text) {
		return hmacSha256(key, text.getBytes(StandardCharsets.UTF_8));
	}

	static byte[] hmacSha256(byte[] key, byte[] message) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(key, ALGORITHM));
			return mac.doFinal(message);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("the JDK lacks HMAC-SHA-256", ex);
		}
	}

}

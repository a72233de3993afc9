package org.campanile.release;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 (RFC 2104). */
final class Macs {

	private static final String ALGORITHM = "HmacSHA256";

	private Macs() {
	}

	static byte[] hmacSha256(byte[] key, String text) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(key, ALGORITHM));
			return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("every Java platform has HmacSHA256", ex);
		}
	}

}

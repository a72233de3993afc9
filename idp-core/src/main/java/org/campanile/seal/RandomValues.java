package org.campanile.seal;

import java.security.SecureRandom;
import java.util.Base64;

/** Draws random values. */
public final class RandomValues {

	private RandomValues() {
	}

	public static byte[] bytes(int length, SecureRandom random) {
		byte[] bytes = new byte[length];
		random.nextBytes(bytes);
		return bytes;
	}

	/** Returns so many random bytes in Base64url, without padding. */
	public static String token(int bytes, SecureRandom random) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes, random));
	}

}

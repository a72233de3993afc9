package org.campanile.saml.metadata;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every JDK has. */
final class Digests {

	private Digests() {
	}

	static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("a JDK without SHA-256", ex);
		}
	}

	static String hex(MessageDigest digest) {
		return HexFormat.of().formatHex(digest.digest());
	}

}

package org.campanile.session;

import java.util.HexFormat;

/**
 * The name a session is stored under: an HMAC of the cookie's token, so that who reads
 * the store cannot make the cookie.
 *
 * @param value 64 hexadecimal digits in lower case
 */
public record SessionKey(String value) implements Comparable<SessionKey> {

	/** Before every key; no session has it. */
	public static final SessionKey FIRST = new SessionKey("");

	/**
	 * @param bytes 32 bytes
	 */
	public static SessionKey of(byte[] bytes) {
		return new SessionKey(HexFormat.of().formatHex(bytes));
	}

	/** Digit by digit, which is the order of the bytes. */
	@Override
	public int compareTo(SessionKey other) {
		return value.compareTo(other.value);
	}

}

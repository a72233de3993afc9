package org.campanile.session;

import java.util.HexFormat;

/**
 * The key under which a session is stored: an HMAC of the cookie's token, so that a
 * reader of the store cannot forge the cookie.
 *
 * @param value 64 hexadecimal digits in lower case
 */
public record SessionKey(String value) implements Comparable<SessionKey> {

	/** Sorts before every key; no session has it. */
	public static final SessionKey FIRST = new SessionKey("");

	/**
	 * @param bytes 32 bytes
	 */
	public static SessionKey of(byte[] bytes) {
		return new SessionKey(HexFormat.of().formatHex(bytes));
	}

	/** Compares digit by digit, which is the order of the bytes. */
	@Override
	public int compareTo(SessionKey other) {
		return value.compareTo(other.value);
	}

}

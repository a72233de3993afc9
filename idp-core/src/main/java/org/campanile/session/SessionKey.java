package org.campanile.session;

import java.util.HexFormat;

/**
 * The name a session is stored under: an HMAC of the cookie's token, so that who reads
 * the store cannot make the cookie.
 *
 * @param value 64 hexadecimal digits
 */
public record SessionKey(String value) {

	/**
	 * @param octets 32 octets
	 */
	public static SessionKey of(byte[] octets) {
		return new SessionKey(HexFormat.of().formatHex(octets));
	}

}

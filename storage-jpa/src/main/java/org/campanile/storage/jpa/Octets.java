package org.campanile.storage.jpa;

import java.util.HexFormat;

/**
 * Between the keys and hashes of the seams, which are hexadecimal digits in lower case,
 * and the octets that the tables hold: half as long, and in the same order.
 */
final class Octets {

	private static final HexFormat HEX = HexFormat.of();

	private Octets() {
	}

	static byte[] of(String digits) {
		return HEX.parseHex(digits);
	}

	static String digits(byte[] octets) {
		return HEX.formatHex(octets);
	}

}

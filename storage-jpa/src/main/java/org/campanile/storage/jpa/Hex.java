package org.campanile.storage.jpa;

import java.util.HexFormat;

/**
 * Between the keys and hashes of the seams, which are hexadecimal digits in lower case,
 * and the bytes that the tables hold: half as long, and in the same order.
 */
final class Hex {

	private static final HexFormat HEX = HexFormat.of();

	private Hex() {
	}

	static byte[] parse(String digits) {
		return HEX.parseHex(digits);
	}

	static String digits(byte[] bytes) {
		return HEX.formatHex(bytes);
	}

}

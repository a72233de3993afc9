package org.campanile.storage.jpa;

import java.util.HexFormat;

/**
 * Converts the keys and hashes of the interfaces, hexadecimal digits in lower case, to
 * the bytes in the tables: half as long, in the same order.
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

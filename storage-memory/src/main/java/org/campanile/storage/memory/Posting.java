package org.campanile.storage.memory;

import java.util.HexFormat;

/**
 * An index entry: a session under a hash. Immutable.
 */
class Posting implements Comparable<Posting> {

	private static final HexFormat HEX = HexFormat.of();

	private final Key key;

	private final long high;

	private final long low;

	/**
	 * @param key of the session, the same instance
	 * @param hash 32 hexadecimal digits
	 * @throws IllegalArgumentException otherwise
	 */
	Posting(Key key, String hash) {
		this.key = key;
		this.high = high(hash);
		this.low = low(hash);
	}

	Key key() {
		return key;
	}

	String hash() {
		return digits(high, low);
	}

	boolean hasHashOf(Posting other) {
		return high == other.high && low == other.low;
	}

	/** Compares by hash, and within one hash by key. */
	@Override
	public int compareTo(Posting other) {
		int order = Long.compareUnsigned(high, other.high);
		order = order != 0 ? order : Long.compareUnsigned(low, other.low);
		return order != 0 ? order : key.compareTo(other.key);
	}

	static long high(String hash) {
		if (hash.length() != 32) {
			throw new IllegalArgumentException("a hash has 32 hexadecimal digits");
		}
		return HexFormat.fromHexDigitsToLong(hash, 0, 16);
	}

	static long low(String hash) {
		return HexFormat.fromHexDigitsToLong(hash, 16, 32);
	}

	static String digits(long high, long low) {
		return HEX.toHexDigits(high) + HEX.toHexDigits(low);
	}

}

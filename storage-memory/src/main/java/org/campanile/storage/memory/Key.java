package org.campanile.storage.memory;

import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;

/**
 * The 32 bytes of a session key as numbers, which take less than half the memory of the
 * digits. Equality ignores the serial number, which distinguishes consecutive sessions
 * under the same key. Immutable.
 */
final class Key implements Comparable<Key> {

	private static final HexFormat HEX = HexFormat.of();

	private final long first;

	private final long second;

	private final long third;

	private final long fourth;

	private final int serial;

	private Key(long first, long second, long third, long fourth, int serial) {
		this.first = first;
		this.second = second;
		this.third = third;
		this.fourth = fourth;
		this.serial = serial;
	}

	/**
	 * @param serial 0 for a look-up key
	 * @throws IllegalArgumentException if it is not 64 hexadecimal digits
	 */
	static Key of(SessionKey key, int serial) {
		String digits = key.value();
		if (digits.length() != 64) {
			throw new IllegalArgumentException("a session's key has 64 hexadecimal digits");
		}
		return new Key(HexFormat.fromHexDigitsToLong(digits, 0, 16), HexFormat.fromHexDigitsToLong(digits, 16, 32),
				HexFormat.fromHexDigitsToLong(digits, 32, 48), HexFormat.fromHexDigitsToLong(digits, 48, 64), serial);
	}

	SessionKey toSessionKey() {
		return new SessionKey(
				HEX.toHexDigits(first) + HEX.toHexDigits(second) + HEX.toHexDigits(third) + HEX.toHexDigits(fourth));
	}

	/** Compares by the digits, then by serial number; not consistent with equals. */
	@Override
	public int compareTo(Key other) {
		int order = Long.compareUnsigned(first, other.first);
		order = order != 0 ? order : Long.compareUnsigned(second, other.second);
		order = order != 0 ? order : Long.compareUnsigned(third, other.third);
		order = order != 0 ? order : Long.compareUnsigned(fourth, other.fourth);
		return order != 0 ? order : Integer.compareUnsigned(serial, other.serial);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Key that && first == that.first && second == that.second && third == that.third
				&& fourth == that.fourth;
	}

	/** The key is an HMAC, so all its bits are equally random. */
	@Override
	public int hashCode() {
		return Long.hashCode(first ^ fourth);
	}

}

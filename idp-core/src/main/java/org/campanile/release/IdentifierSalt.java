package org.campanile.release;

import java.util.Arrays;

/**
 * The secret from which persistent identifiers are computed. Knowing it reveals which
 * user an identifier stands for; losing it changes every identifier at every service.
 *
 * @param bytes at least 16; never modified
 */
public record IdentifierSalt(byte[] bytes) {

	/** The minimum length in bytes, the same as in Shibboleth. */
	public static final int MINIMUM = 16;

	/**
	 * @throws IllegalArgumentException if it is too short
	 */
	public IdentifierSalt {
		bytes = bytes.clone();
		if (bytes.length < MINIMUM) {
			throw new IllegalArgumentException("it has " + bytes.length + " bytes, fewer than the " + MINIMUM
					+ " that keep identifiers from being guessed");
		}
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof IdentifierSalt that && Arrays.equals(bytes, that.bytes);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(bytes);
	}

	/** Does not contain the secret. */
	@Override
	public String toString() {
		return "IdentifierSalt[" + bytes.length + " bytes]";
	}

}

package org.campanile.release;

import java.util.Arrays;

/**
 * The secret from which persistent identifiers are computed. Who knows it can tell whom
 * an identifier stands for; who loses it changes every identifier at every service.
 *
 * @param octets at least 16; never modified
 */
public record IdentifierSalt(byte[] octets) {

	/** The fewest octets accepted, as Shibboleth demands. */
	public static final int MINIMUM = 16;

	/**
	 * @throws IllegalArgumentException if it is too short
	 */
	public IdentifierSalt {
		octets = octets.clone();
		if (octets.length < MINIMUM) {
			throw new IllegalArgumentException("it has " + octets.length + " octets, fewer than the " + MINIMUM
					+ " that keep identifiers from being guessed");
		}
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof IdentifierSalt that && Arrays.equals(octets, that.octets);
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(octets);
	}

	/** Does not tell the secret. */
	@Override
	public String toString() {
		return "IdentifierSalt[" + octets.length + " octets]";
	}

}

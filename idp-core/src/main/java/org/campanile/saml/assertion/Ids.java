package org.campanile.saml.assertion;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Identifiers of messages and assertions (SAML Core 1.3.4). Thread-safe. */
public final class Ids {

	private static final int OCTETS = 20;

	private final SecureRandom random;

	public Ids(SecureRandom random) {
		this.random = random;
	}

	/** An XML name from 160 bits of randomness. */
	public String next() {
		byte[] octets = new byte[OCTETS];
		random.nextBytes(octets);
		return of(octets);
	}

	/** An XML name, which must not begin with a digit, from the first 160 bits. */
	static String of(byte[] octets) {
		return '_' + HexFormat.of().formatHex(octets, 0, OCTETS);
	}

}

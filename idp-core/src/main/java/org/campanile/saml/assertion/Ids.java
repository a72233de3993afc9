package org.campanile.saml.assertion;

import java.security.SecureRandom;
import java.util.HexFormat;

import org.campanile.seal.RandomValues;

/** Identifiers of messages and assertions (SAML Core 1.3.4). Thread-safe. */
public final class Ids {

	private static final int BYTES = 20;

	private final SecureRandom random;

	public Ids(SecureRandom random) {
		this.random = random;
	}

	/** An XML name from 160 random bits. */
	public String next() {
		return of(RandomValues.bytes(BYTES, random));
	}

	/** An XML name, which must not begin with a digit, from the first 160 bits. */
	static String of(byte[] bytes) {
		return '_' + HexFormat.of().formatHex(bytes, 0, BYTES);
	}

}

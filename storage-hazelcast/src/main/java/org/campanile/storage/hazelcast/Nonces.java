package org.campanile.storage.hazelcast;

import java.security.SecureRandom;

/** Identifies calls, so that a repeated one is recognized. Thread-safe. */
record Nonces(SecureRandom random) {

	/** Returns any number but 0, which means none. */
	long next() {
		long nonce = random.nextLong();
		return nonce == 0 ? 1 : nonce;
	}

}

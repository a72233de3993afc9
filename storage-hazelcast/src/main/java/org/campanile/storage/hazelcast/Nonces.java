package org.campanile.storage.hazelcast;

import java.security.SecureRandom;

/** Names calls apart, so that one that is run twice is known. Thread-safe. */
record Nonces(SecureRandom random) {

	/** Any number but 0, which stands for nobody. */
	long next() {
		long nonce = random.nextLong();
		return nonce == 0 ? 1 : nonce;
	}

}

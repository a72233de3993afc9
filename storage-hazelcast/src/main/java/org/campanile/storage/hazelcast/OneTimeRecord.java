package org.campanile.storage.hazelcast;

import org.jspecify.annotations.Nullable;

/**
 * A replay key or a value. A taken value remains, invisible, until its expiry, so that an
 * isolated part of the cluster cannot restore it when it rejoins. The array is never
 * modified.
 *
 * @param expires its expiry, milliseconds since the epoch
 * @param value null for a replay key
 * @param placedBy the nonce of the call that inserted it
 * @param takenBy the nonce of the call that took it; 0 if none
 */
record OneTimeRecord(long expires, byte @Nullable [] value, long placedBy, long takenBy) {

	OneTimeRecord taken(long nonce) {
		return new OneTimeRecord(expires, value, placedBy, nonce);
	}

}

package org.campanile.storage.hazelcast;

import org.jspecify.annotations.Nullable;

/**
 * A mark, or a value. A value that was taken stays, invisible, until its end, so that a
 * part of the cluster that was cut off cannot bring it back when it returns. Nobody
 * modifies the array.
 *
 * @param expires its end, milliseconds since the epoch
 * @param value null for a mark
 * @param placedBy the nonce of the call that placed it
 * @param takenBy the nonce of the call that took it; 0 while nobody did
 */
record OneTimeRecord(long expires, byte @Nullable [] value, long placedBy, long takenBy) {

	OneTimeRecord taken(long nonce) {
		return new OneTimeRecord(expires, value, placedBy, nonce);
	}

}

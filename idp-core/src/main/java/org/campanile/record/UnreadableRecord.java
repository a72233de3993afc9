package org.campanile.record;

import java.time.Instant;

import org.campanile.seal.SealingKey;

/**
 * A record that does not open.
 *
 * @param keyHash names it in the store
 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that it says it is
 * sealed with; empty if it is no seal
 * @param keyMissing whether the ring lacks that key; otherwise it was altered
 * @param version the one that was read
 * @param end when it expires, according to the store
 */
public record UnreadableRecord(String keyHash, String sealedWith, boolean keyMissing, long version, Instant end) {

	/** Returns why the record does not open, and how to make it readable again. */
	public String reason() {
		return keyMissing
				? "none of this node's keys opens it, as it is sealed with the key " + sealedWith
						+ "; copy the file of that key from another node, or restore it from a backup"
				: "it was altered in the store; restore it from a backup";
	}

}

package org.campanile.record;

import java.time.Instant;

import org.campanile.seal.SealingKey;

/**
 * A record that does not open.
 *
 * @param keyHash names it in the store
 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that it says it is
 * sealed with; empty if it is no seal
 * @param cause why it does not open
 * @param version the one that was read
 * @param end when it expires, according to the store
 */
public record UnreadableRecord(String keyHash, String sealedWith, Cause cause, long version, Instant end) {

	/** The causes for which a record does not open. */
	public enum Cause {

		/** The ring lacks the key that it is sealed with. */
		KEY_MISSING,
		/** It was altered in the store. */
		ALTERED,
		/** A newer version of the software sealed it, in a form of its own. */
		NEWER_VERSION

	}

	/** Returns why the record does not open, and how to make it readable again. */
	public String reason() {
		return switch (cause) {
			case KEY_MISSING -> "none of this node's keys opens it, as it is sealed with the key " + sealedWith
					+ "; copy the file of that key from another node, or restore it from a backup";
			case ALTERED -> "it was altered in the store; restore it from a backup";
			case NEWER_VERSION -> "a newer version of Campanile sealed it; finish the upgrade of this node, or "
					+ "repeat it";
		};
	}

}

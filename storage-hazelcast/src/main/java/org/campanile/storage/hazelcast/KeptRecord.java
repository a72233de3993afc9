package org.campanile.storage.hazelcast;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A record in the map, under its kind and key hash. Each {@code …By} is the nonce of the
 * call that did it, so that a call which the cluster runs twice, because a member died in
 * between, returns the same result. Uses only the JDK, because separate servers load it
 * too. The array is never modified.
 *
 * @param owner kind and owner hash, under which it is looked up; indexed;
 * {@link #REMOVED} once removed
 * @param former the owner of a removed one
 * @param version as of the last update
 * @param expires its end, milliseconds since the epoch, authoritative over the map's
 * @param state sealed
 * @param createdBy the call that created it
 * @param updatedBy the last call that updated it; 0 if none
 * @param removedBy the call that removed it; 0 if none
 */
record KeptRecord(String owner, @Nullable String former, long version, long expires, byte[] state, long createdBy,
		long updatedBy, long removedBy) {

	/** Replaces the owner, so that look-ups find no removed record. */
	static final String REMOVED = "removed";

	/**
	 * The time for which a removed record is kept, invisible, so that its removal can be
	 * repeated.
	 */
	static final Duration RETENTION = Duration.ofSeconds(30);

	boolean isLiveAt(long now) {
		return removedBy == 0 && now < expires;
	}

	KeptRecord updated(long newExpires, byte[] newState, long nonce) {
		return new KeptRecord(owner, former, version + 1, newExpires, newState, createdBy, nonce, removedBy);
	}

	KeptRecord removed(long nonce) {
		return new KeptRecord(REMOVED, owner, version, expires, state, createdBy, updatedBy, nonce);
	}

}

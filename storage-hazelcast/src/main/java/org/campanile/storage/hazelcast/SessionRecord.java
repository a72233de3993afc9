package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A session in the map. Times are milliseconds since the epoch. Each {@code …By} is the
 * nonce of the call that did it, so that a call which the cluster runs twice, because a
 * member died in between, returns the same result. Uses only the JDK, because separate
 * servers load it too. The array is never modified.
 *
 * @param principal the hash under which the user's sessions are looked up; indexed;
 * {@link #ENDED} once terminated
 * @param former the principal of a terminated session
 * @param version as of the last update
 * @param created when it began
 * @param expires its absolute expiry, authoritative over the map's
 * @param idle its idle expiry
 * @param state sealed
 * @param services the services it signed in to
 * @param createdBy the call that created it
 * @param updatedBy the last call that updated it; 0 if none
 * @param endedBy the call that terminated it; 0 while live
 */
record SessionRecord(String principal, @Nullable String former, long version, long created, long expires, long idle,
		byte[] state, List<ServiceRecord> services, long createdBy, long updatedBy, long endedBy) {

	/** Replaces the principal's hash, so that look-ups find no terminated session. */
	static final String ENDED = "ended";

	/**
	 * The time for which a terminated session is kept, invisible, so that its termination
	 * can be repeated.
	 */
	static final Duration RETENTION = Duration.ofSeconds(30);

	boolean isLiveAt(long now) {
		return endedBy == 0 && now < end();
	}

	long end() {
		return Math.min(expires, idle);
	}

	SessionRecord updated(byte[] newState, long nonce) {
		return new SessionRecord(principal, former, version + 1, created, expires, idle, newState, services, createdBy,
				nonce, endedBy);
	}

	boolean has(ServiceRecord service) {
		return services.stream().anyMatch(present -> present.service().equals(service.service()));
	}

	SessionRecord with(ServiceRecord service) {
		List<ServiceRecord> more = new ArrayList<>(services);
		more.add(service);
		return new SessionRecord(principal, former, version, created, expires, idle, state, more, createdBy, updatedBy,
				endedBy);
	}

	SessionRecord idleUntil(long newIdle) {
		return new SessionRecord(principal, former, version, created, expires, newIdle, state, services, createdBy,
				updatedBy, endedBy);
	}

	SessionRecord ended(long nonce) {
		return new SessionRecord(ENDED, principal, version, created, expires, idle, state, services, createdBy,
				updatedBy, nonce);
	}

}

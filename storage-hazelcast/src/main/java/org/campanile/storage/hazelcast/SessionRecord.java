package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A session as it lies in the map. Times are milliseconds since the epoch. Each
 * {@code …By} is the nonce of the call that did it, so that a call which the cluster runs
 * twice, because a member died in between, gets the same answer twice. Uses nothing but
 * the JDK, because servers that only hold the maps load it too. Nobody modifies the
 * array.
 *
 * @param principal the hash under which the person's sessions are looked up; indexed;
 * {@link #ENDED} once ended
 * @param former the principal of an ended one
 * @param version as of the last update
 * @param created when it began
 * @param expires its absolute end, the authority whatever the map thinks
 * @param idle its end unless touched
 * @param state sealed
 * @param services the services it signed in to
 * @param createdBy who created it
 * @param updatedBy who updated it last; 0 if nobody
 * @param endedBy who ended it; 0 while it lives
 */
record SessionRecord(String principal, @Nullable String former, long version, long created, long expires, long idle,
		byte[] state, List<ServiceRecord> services, long createdBy, long updatedBy, long endedBy) {

	/** Stands where the principal's hash was, so that look-ups find no ended session. */
	static final String ENDED = "ended";

	/**
	 * How long an ended session stays, invisible, so that the call that ended it can be
	 * run again.
	 */
	static final Duration REMEMBERED = Duration.ofSeconds(30);

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

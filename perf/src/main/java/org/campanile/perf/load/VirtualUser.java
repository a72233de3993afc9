package org.campanile.perf.load;

import java.util.Objects;

import io.gatling.javaapi.core.Session;
import org.jspecify.annotations.Nullable;

/**
 * A virtual user between two requests; kept in Gatling's session.
 *
 * @param user number of the person who signs in
 * @param mistyping whether it types a wrong password
 * @param signedOn whether it has a session at the identity provider
 * @param requestId id of the pending AuthnRequest; null if there is none
 * @param relayState the RelayState expected in the answer; null if there is none
 * @param dies the time at which its life ends, in nanoseconds of
 * {@link System#nanoTime()}
 */
record VirtualUser(int user, boolean mistyping, boolean signedOn, @Nullable String requestId,
		@Nullable String relayState, long dies) {

	private static final String KEY = "visitor";

	static VirtualUser of(int user) {
		return new VirtualUser(user, false, false, null, null, Long.MAX_VALUE);
	}

	static VirtualUser of(Session session) {
		return Objects.requireNonNull(session.<VirtualUser>get(KEY));
	}

	/** Saves this user in a session. */
	Session keptIn(Session session) {
		return session.set(KEY, this);
	}

	VirtualUser mistypingPassword() {
		return new VirtualUser(user, true, signedOn, requestId, relayState, dies);
	}

	VirtualUser livingUntil(long nanos) {
		return new VirtualUser(user, mistyping, signedOn, requestId, relayState, nanos);
	}

	VirtualUser signedOn(boolean now) {
		return new VirtualUser(user, mistyping, now, requestId, relayState, dies);
	}

	VirtualUser asking(@Nullable String id, @Nullable String state) {
		return new VirtualUser(user, mistyping, signedOn, id, state, dies);
	}

}

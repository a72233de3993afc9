package org.campanile.perf.load;

import java.util.Objects;

import io.gatling.javaapi.core.Session;
import org.jspecify.annotations.Nullable;

/**
 * A virtual user between two requests; Gatling keeps it in its session.
 *
 * @param user number of the user it signs in as
 * @param mistyping whether it types a wrong password
 * @param signedOn whether it has a session at the identity provider
 * @param requestId of the AuthnRequest that is open; null for none
 * @param relayState that must come back; null for none
 * @param dies when its life is over, in nanoseconds as of {@link System#nanoTime()}
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

	/** Has a session be this user's from now on. */
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

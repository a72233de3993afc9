package org.campanile.perf.load;

import org.jspecify.annotations.Nullable;

/**
 * A virtual user between two requests; Gatling keeps it in its session.
 *
 * @param person number of the person it signs in as
 * @param mistyping whether it types a wrong password
 * @param signedOn whether it has a session at the identity provider
 * @param requestId of the AuthnRequest that is open; null for none
 * @param relayState that must come back; null for none
 * @param dies when its life is over, in nanoseconds as of {@link System#nanoTime()}
 */
record VirtualUser(int person, boolean mistyping, boolean signedOn, @Nullable String requestId, @Nullable String relayState,
		long dies) {

	static VirtualUser of(int person) {
		return new VirtualUser(person, false, false, null, null, Long.MAX_VALUE);
	}

	VirtualUser mistypingPassword() {
		return new VirtualUser(person, true, signedOn, requestId, relayState, dies);
	}

	VirtualUser livingUntil(long nanos) {
		return new VirtualUser(person, mistyping, signedOn, requestId, relayState, nanos);
	}

	VirtualUser signedOn(boolean now) {
		return new VirtualUser(person, mistyping, now, requestId, relayState, dies);
	}

	VirtualUser asking(@Nullable String id, @Nullable String state) {
		return new VirtualUser(person, mistyping, signedOn, id, state, dies);
	}

}

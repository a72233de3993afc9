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
record Visitor(int person, boolean mistyping, boolean signedOn, @Nullable String requestId, @Nullable String relayState,
		long dies) {

	static Visitor of(int person) {
		return new Visitor(person, false, false, null, null, Long.MAX_VALUE);
	}

	Visitor mistypingPassword() {
		return new Visitor(person, true, signedOn, requestId, relayState, dies);
	}

	Visitor livingUntil(long nanos) {
		return new Visitor(person, mistyping, signedOn, requestId, relayState, nanos);
	}

	Visitor signedOn(boolean now) {
		return new Visitor(person, mistyping, now, requestId, relayState, dies);
	}

	Visitor asking(@Nullable String id, @Nullable String state) {
		return new Visitor(person, mistyping, signedOn, id, state, dies);
	}

}

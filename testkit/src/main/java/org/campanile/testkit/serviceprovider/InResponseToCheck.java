package org.campanile.testkit.serviceprovider;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether a response answers a request of the caller. Called once, after the
 * response's signature was verified, so that it may consume the request.
 */
@FunctionalInterface
public interface InResponseToCheck {

	/**
	 * @param inResponseTo the request's ID; null for an unsolicited response
	 */
	boolean isExpected(@Nullable String inResponseTo);

	/** Accepts only a response to this request. */
	static InResponseToCheck to(String requestId) {
		return requestId::equals;
	}

	/** Accepts only an unsolicited response. */
	static InResponseToCheck unsolicited() {
		return inResponseTo -> inResponseTo == null;
	}

}

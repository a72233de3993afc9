package org.campanile.testkit.serviceprovider;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether a response answers a request that the caller knows of. Called once, after
 * the response's signature was verified, so that it may use the request up.
 */
@FunctionalInterface
public interface InResponseToCheck {

	/**
	 * @param inResponseTo the request's ID; null for an unsolicited response
	 */
	boolean isExpected(@Nullable String inResponseTo);

	/** An answer to this request alone. */
	static InResponseToCheck to(String requestId) {
		return requestId::equals;
	}

	/** An unsolicited response alone. */
	static InResponseToCheck unsolicited() {
		return inResponseTo -> inResponseTo == null;
	}

}

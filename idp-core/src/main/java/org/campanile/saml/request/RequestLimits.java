package org.campanile.saml.request;

import java.time.Duration;

/**
 * The permitted age of a request.
 *
 * @param validity how long after its IssueInstant a request is accepted
 * @param clockSkew the largest difference between the service's clock and this node's, in
 * either direction
 */
public record RequestLimits(Duration validity, Duration clockSkew) {

	/** The defaults: five minutes, with three minutes of skew. */
	public static final RequestLimits DEFAULTS = new RequestLimits(Duration.ofMinutes(5), Duration.ofMinutes(3));

	public RequestLimits {
		if (validity.isNegative() || validity.isZero() || clockSkew.isNegative()) {
			throw new IllegalArgumentException("validity must be positive and the clock skew not negative");
		}
	}

}

package org.campanile.testkit.serviceprovider;

import java.time.Duration;

/**
 * The data against which a response is checked, in addition to the service provider's own
 * settings.
 *
 * @param identityProvider the required issuer
 * @param endpoint the assertion consumer service that received it
 * @param inResponseTo the request that it may answer
 * @param clockSkew the maximum difference between the clocks of both sides
 * @param maxValidity how long after its issue an assertion may be valid at most
 * @param schemaChecked whether it is checked against the schemas of SAML 2.0; load
 * scenarios may do without, as it costs half as much again as the rest
 * @param clearAccepted whether an assertion may come unencrypted though the metadata
 * offers a key
 */
public record ResponseExpectations(TrustedIdentityProvider identityProvider, String endpoint,
		InResponseToCheck inResponseTo, Duration clockSkew, Duration maxValidity, boolean schemaChecked,
		boolean clearAccepted) {

	/**
	 * Returns expectations with five seconds of skew and five minutes of validity;
	 * schemas are checked, and the assertion must be encrypted exactly if a key is
	 * offered.
	 */
	public static ResponseExpectations of(TrustedIdentityProvider identityProvider, String endpoint,
			InResponseToCheck inResponseTo) {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, Duration.ofSeconds(5),
				Duration.ofMinutes(5), true, false);
	}

	/** Returns the same expectations without the check against the schemas. */
	public ResponseExpectations withoutSchema() {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, clockSkew, maxValidity, false,
				clearAccepted);
	}

	/** Returns the same expectations with another skew. */
	public ResponseExpectations withClockSkew(Duration skew) {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, skew, maxValidity, schemaChecked,
				clearAccepted);
	}

	/** Returns the same expectations, accepting an unencrypted assertion. */
	public ResponseExpectations withClearAccepted() {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, clockSkew, maxValidity, schemaChecked,
				true);
	}

}

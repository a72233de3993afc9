package org.campanile.testkit.serviceprovider;

import java.time.Duration;

/**
 * The data against which a response is checked, in addition to the service provider's own
 * settings.
 *
 * @param identityProvider the required issuer
 * @param endpoint the assertion consumer service that received the response
 * @param inResponseTo decides which request it may answer
 * @param clockSkew the maximum difference between the clocks of both sides
 * @param maxValidity the maximum time from its issue to its expiry that an assertion may
 * state
 * @param schemaChecked whether it is validated against the schemas of SAML 2.0; load
 * scenarios may omit that, as it takes half as long as all other checks together
 * @param clearAccepted whether an assertion may be unencrypted although the metadata
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

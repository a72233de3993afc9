package org.campanile.testkit.serviceprovider;

import java.time.Duration;

/**
 * What a response is judged against, beside the service provider's own settings.
 *
 * @param identityProvider who must have issued it
 * @param endpoint the assertion consumer service it came to
 * @param inResponseTo which request it may answer
 * @param clockSkew how far the clocks of both sides may be apart
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
	 * Five seconds of skew, five minutes of validity, schemas checked, encrypted exactly
	 * if a key is offered.
	 */
	public static ResponseExpectations of(TrustedIdentityProvider identityProvider, String endpoint,
			InResponseToCheck inResponseTo) {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, Duration.ofSeconds(5),
				Duration.ofMinutes(5), true, false);
	}

	/** The same without the check against the schemas. */
	public ResponseExpectations withoutSchema() {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, clockSkew, maxValidity, false,
				clearAccepted);
	}

	/** The same with another skew. */
	public ResponseExpectations withClockSkew(Duration skew) {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, skew, maxValidity, schemaChecked,
				clearAccepted);
	}

	/** The same, accepting an unencrypted assertion. */
	public ResponseExpectations withClearAccepted() {
		return new ResponseExpectations(identityProvider, endpoint, inResponseTo, clockSkew, maxValidity, schemaChecked,
				true);
	}

}

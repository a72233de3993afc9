package org.campanile.saml.assertion;

import java.time.Instant;
import java.util.List;

import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;

/**
 * The content of an assertion (SAML Core 2.3.3), before it is written. Immutable.
 *
 * @param id its ID, from 160 bits of randomness
 * @param issueInstant when it was made
 * @param issuer our entityID
 * @param nameId the subject
 * @param confirmation the subject confirmation: recipient and expiry
 * @param validity when and for whom it holds
 * @param authentication how the user was authenticated
 * @param attributes the user's attributes; may be empty
 */
public record Assertion(String id, Instant issueInstant, String issuer, NameId nameId, Confirmation confirmation,
		Validity validity, Authentication authentication, List<NamedAttribute> attributes) {

	public Assertion {
		attributes = List.copyOf(attributes);
	}

	/**
	 * Bearer confirmation (SAML Profiles 4.1.4.2).
	 *
	 * @param recipient the URL it may be presented at
	 * @param inResponseTo the request it answers; null for an unsolicited one
	 * @param notOnOrAfter until when
	 */
	public record Confirmation(String recipient, @Nullable String inResponseTo, Instant notOnOrAfter) {
	}

	/**
	 * Conditions (SAML Core 2.5).
	 *
	 * @param notBefore the first instant
	 * @param notOnOrAfter the first instant after
	 * @param audience the service's entityID
	 */
	public record Validity(Instant notBefore, Instant notOnOrAfter, String audience) {
	}

	/**
	 * The authentication statement (SAML Core 2.7.2).
	 *
	 * @param instant when the user was authenticated
	 * @param contextClass the class of that authentication
	 * @param sessionIndex names the session at this service
	 * @param sessionNotOnOrAfter when the service should end its own session
	 */
	public record Authentication(Instant instant, String contextClass, String sessionIndex,
			Instant sessionNotOnOrAfter) {
	}

}

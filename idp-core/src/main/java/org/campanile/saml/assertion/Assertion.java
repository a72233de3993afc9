package org.campanile.saml.assertion;

import java.time.Instant;
import java.util.List;

import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;

/**
 * The content of an assertion (SAML Core 2.3.3), before it is written. Immutable.
 *
 * @param id its ID, from 160 random bits
 * @param issueInstant when it was issued
 * @param issuer this server's entityID
 * @param nameId the subject
 * @param confirmation the subject confirmation: recipient and expiry
 * @param validity when and for whom it is valid
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
	 * @param inResponseTo the ID of the request; null if unsolicited
	 * @param notOnOrAfter the first instant of validity at which it is no longer valid
	 */
	public record Confirmation(String recipient, @Nullable String inResponseTo, Instant notOnOrAfter) {
	}

	/**
	 * Conditions (SAML Core 2.5).
	 *
	 * @param notBefore the first instant
	 * @param notOnOrAfter the first instant after it
	 * @param audience the service's entityID
	 */
	public record Validity(Instant notBefore, Instant notOnOrAfter, String audience) {
	}

	/**
	 * The authentication statement (SAML Core 2.7.2).
	 *
	 * @param instant when the user was authenticated
	 * @param contextClass the class of that authentication
	 * @param sessionIndex the session's name at this service
	 * @param sessionNotOnOrAfter when the service should end its own session; null to
	 * leave that to the service
	 */
	public record Authentication(Instant instant, String contextClass, String sessionIndex,
			@Nullable Instant sessionNotOnOrAfter) {
	}

}

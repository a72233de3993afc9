package org.campanile.saml.message;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * What a LogoutRequest says (SAML Core 3.7.1): well-formed and of the right types, but
 * nothing in it is believed yet. Identifiers are character by character as they came.
 *
 * @param header what every message says
 * @param nameId the full text of {@code saml:NameID}, 1 to 1024 characters
 * @param format its {@code Format}; null if absent, empty or unspecified
 * @param nameQualifier its {@code NameQualifier}; null if absent or empty
 * @param spNameQualifier its {@code SPNameQualifier}; null if absent or empty
 * @param sessionIndexes the texts of {@code samlp:SessionIndex}
 * @param notOnOrAfter {@code NotOnOrAfter}; null if absent
 * @param reason {@code Reason}; null if absent
 * @param signature its enveloped signature, not verified
 */
public record ParsedLogoutRequest(MessageHeader header, String nameId, @Nullable String format,
		@Nullable String nameQualifier, @Nullable String spNameQualifier, List<String> sessionIndexes,
		@Nullable Instant notOnOrAfter, @Nullable String reason, Optional<RequestSignature> signature) {

	public ParsedLogoutRequest {
		sessionIndexes = List.copyOf(sessionIndexes);
	}

}

package org.campanile.saml.message;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The content of a LogoutRequest (SAML Core 3.7.1): well-formed and of the right types,
 * but not yet trusted. Identifiers are unchanged.
 *
 * @param header the parts common to all messages
 * @param nameId the full text of {@code saml:NameID}, 1 to 1024 characters
 * @param format its {@code Format}; null if absent, empty or unspecified
 * @param nameQualifier its {@code NameQualifier}; null if absent or empty
 * @param spNameQualifier its {@code SPNameQualifier}; null if absent or empty
 * @param sessionIndexes the texts of {@code samlp:SessionIndex}
 * @param notOnOrAfter {@code NotOnOrAfter}; null if absent
 * @param signature its enveloped signature, not verified
 */
public record ParsedLogoutRequest(MessageHeader header, String nameId, @Nullable String format,
		@Nullable String nameQualifier, @Nullable String spNameQualifier, List<String> sessionIndexes,
		@Nullable Instant notOnOrAfter, Optional<RequestSignature> signature) {

	public ParsedLogoutRequest {
		sessionIndexes = List.copyOf(sessionIndexes);
	}

}

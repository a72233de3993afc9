package org.campanile.saml.message;

import java.util.Optional;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The content of a LogoutResponse (SAML Core 3.7.2): well-formed and of the right types,
 * but not yet trusted.
 *
 * @param header the parts common to all messages
 * @param inResponseTo {@code InResponseTo}, an NCName; null if absent
 * @param status its {@code Status}, the first two levels
 * @param signature its enveloped signature, not verified
 */
public record ParsedLogoutResponse(MessageHeader header, @Nullable String inResponseTo, StatusCode status,
		Optional<RequestSignature> signature) {
}

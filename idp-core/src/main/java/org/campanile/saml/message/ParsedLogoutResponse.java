package org.campanile.saml.message;

import java.util.Optional;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What a LogoutResponse says (SAML Core 3.7.2): well-formed and of the right types, but
 * nothing in it is believed yet.
 *
 * @param header what every message says
 * @param inResponseTo {@code InResponseTo}, an NCName; null if absent
 * @param status its {@code Status}, the first two levels
 * @param signature its enveloped signature, not verified
 */
public record ParsedLogoutResponse(MessageHeader header, @Nullable String inResponseTo, StatusCode status,
		Optional<RequestSignature> signature) {
}

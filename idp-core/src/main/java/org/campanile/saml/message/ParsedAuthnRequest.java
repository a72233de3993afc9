package org.campanile.saml.message;

import java.util.Optional;

/**
 * An AuthnRequest after parsing, with the XML signature it carries.
 *
 * @param message what it says
 * @param signature its enveloped signature, not verified
 */
public record ParsedAuthnRequest(AuthnRequestMessage message, Optional<RequestSignature> signature) {
}

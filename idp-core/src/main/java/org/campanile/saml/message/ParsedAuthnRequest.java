package org.campanile.saml.message;

import java.util.Optional;
import java.util.OptionalInt;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext;
import org.jspecify.annotations.Nullable;

/**
 * What an AuthnRequest says (SAML Core 3.4.1): well-formed and of the right types, but
 * nothing in it is believed yet. Names and addresses are character by character as they
 * came. Immutable.
 *
 * @param header what every message says
 * @param forceAuthn {@code ForceAuthn}
 * @param passive {@code IsPassive}
 * @param acsUrl {@code AssertionConsumerServiceURL}; null if absent
 * @param acsIndex {@code AssertionConsumerServiceIndex}, 0 to 65535
 * @param protocolBinding {@code ProtocolBinding}; null if absent
 * @param attributeConsumingServiceIndex {@code AttributeConsumingServiceIndex}, 0 to
 * 65535
 * @param nameId what {@code NameIDPolicy} says
 * @param authnContext what {@code RequestedAuthnContext} says in classes; null if there
 * is none
 * @param authnContextDeclared whether it names declarations instead of classes
 * @param subjectPresent whether a {@code saml:Subject} names the user
 * @param signature its enveloped signature, not verified
 */
public record ParsedAuthnRequest(MessageHeader header, boolean forceAuthn, boolean passive, @Nullable String acsUrl,
		OptionalInt acsIndex, @Nullable String protocolBinding, OptionalInt attributeConsumingServiceIndex,
		NameIdRequest nameId, @Nullable RequestedAuthnContext authnContext, boolean authnContextDeclared,
		boolean subjectPresent, Optional<RequestSignature> signature) {
}

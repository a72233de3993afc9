package org.campanile.saml.message;

import java.util.Optional;
import java.util.OptionalInt;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext;
import org.jspecify.annotations.Nullable;

/**
 * The content of an AuthnRequest (SAML Core 3.4.1): well-formed and of the right types,
 * but not yet trusted. Names and URLs are unchanged. Immutable.
 *
 * @param header the parts common to all messages
 * @param forceAuthn {@code ForceAuthn}
 * @param passive {@code IsPassive}
 * @param acsUrl {@code AssertionConsumerServiceURL}; null if absent
 * @param acsIndex {@code AssertionConsumerServiceIndex}, 0 to 65535
 * @param protocolBinding {@code ProtocolBinding}; null if absent
 * @param attributeConsumingServiceIndex {@code AttributeConsumingServiceIndex}, 0 to
 * 65535
 * @param nameId the {@code NameIDPolicy}
 * @param authnContext the classes of {@code RequestedAuthnContext}; null if absent
 * @param authnContextDeclared whether it names declarations instead of classes
 * @param subjectPresent whether a {@code saml:Subject} names the user
 * @param signature its enveloped signature, not verified
 */
public record ParsedAuthnRequest(MessageHeader header, boolean forceAuthn, boolean passive, @Nullable String acsUrl,
		OptionalInt acsIndex, @Nullable String protocolBinding, OptionalInt attributeConsumingServiceIndex,
		NameIdRequest nameId, @Nullable RequestedAuthnContext authnContext, boolean authnContextDeclared,
		boolean subjectPresent, Optional<RequestSignature> signature) {
}

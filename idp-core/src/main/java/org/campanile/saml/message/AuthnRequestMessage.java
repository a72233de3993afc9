package org.campanile.saml.message;

import java.time.Instant;
import java.util.OptionalInt;

import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.signon.RequestedAuthnContext;
import org.jspecify.annotations.Nullable;

/**
 * What an AuthnRequest says (SAML Core 3.2.1, 3.4.1): well-formed and of the right types,
 * but nothing in it is believed yet. Names and addresses are character by character as
 * they came. Immutable.
 *
 * @param id {@code ID}, an NCName of at most 256 characters
 * @param version {@code Version}, two numbers and a dot
 * @param issueInstant {@code IssueInstant}
 * @param destination {@code Destination}; null if absent
 * @param issuer the full text of {@code saml:Issuer}
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
 * @param scopingPresent whether there is a {@code Scoping}, which a server that does not
 * proxy has no use for
 */
public record AuthnRequestMessage(String id, String version, Instant issueInstant, @Nullable String destination,
		String issuer, boolean forceAuthn, boolean passive, @Nullable String acsUrl, OptionalInt acsIndex,
		@Nullable String protocolBinding, OptionalInt attributeConsumingServiceIndex, NameIdRequest nameId,
		@Nullable RequestedAuthnContext authnContext, boolean authnContextDeclared, boolean subjectPresent,
		boolean scopingPresent) {
}

package org.campanile.testkit.serviceprovider;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.w3c.dom.Node;

import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.message.SignaturePolicy;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.opensaml.XmlRefusedException;
import org.campanile.saml.request.DetachedSignature;
import org.campanile.testkit.serviceprovider.ResponseRejectedException.Reason;

/** The checks of a service provider common to all logout messages. */
final class LogoutMessageCheck {

	private static final Duration SKEW = Duration.ofSeconds(5);

	private static final Duration MAX_AGE = Duration.ofMinutes(5);

	private LogoutMessageCheck() {
	}

	static void check(InboundMessage message, MessageHeader header, Optional<RequestSignature> enveloped,
			TrustedIdentityProvider identityProvider, String endpoint, Instant now) throws ResponseRejectedException {
		validate(message);
		verify(DetachedSignature.all(message, enveloped), identityProvider);
		if (!header.version().equals("2.0")) {
			throw new ResponseRejectedException(Reason.NOT_A_RESPONSE, "Version is " + header.version());
		}
		if (!header.issuer().equals(identityProvider.entityId())) {
			throw new ResponseRejectedException(Reason.WRONG_ISSUER,
					"issued by " + header.issuer() + ", not by " + identityProvider.entityId());
		}
		// Only messages through the browser must have one (SAML Bindings 3.4.5.2,
		// 3.5.5.2).
		boolean missing = header.destination() == null && message.binding().equals(Saml.BINDING_SOAP);
		if (!missing && !endpoint.equals(header.destination())) {
			throw new ResponseRejectedException(Reason.WRONG_DESTINATION,
					"Destination is " + header.destination() + ", this is " + endpoint);
		}
		if (header.issueInstant().isAfter(now.plus(SKEW))) {
			throw new ResponseRejectedException(Reason.NOT_YET_VALID,
					"IssueInstant is " + header.issueInstant() + ", now is " + now);
		}
		requireBefore(now, header.issueInstant().plus(MAX_AGE));
	}

	static void requireBefore(Instant now, Instant end) throws ResponseRejectedException {
		if (!now.minus(SKEW).isBefore(end)) {
			throw new ResponseRejectedException(Reason.EXPIRED, "it held until " + end + ", now is " + now);
		}
	}

	private static void validate(InboundMessage message) throws ResponseRejectedException {
		try {
			Node node = OpenSaml.get().parse(message.xml()).getDocumentElement();
			if (message.binding().equals(Saml.BINDING_SOAP)) {
				Node body = node.getLastChild();
				node = body.getFirstChild();
			}
			SamlSchemas.validate(node);
		}
		catch (XmlRefusedException ex) {
			throw new ResponseRejectedException(Reason.SCHEMA_INVALID, String.valueOf(ex.getMessage()), ex);
		}
	}

	private static void verify(List<RequestSignature> signatures, TrustedIdentityProvider identityProvider)
			throws ResponseRejectedException {
		if (signatures.isEmpty()) {
			throw new ResponseRejectedException(Reason.SIGNATURE_MISSING, "the message is not signed");
		}
		SignaturePolicy policy = new SignaturePolicy(identityProvider.signingKeys(), false, false);
		for (RequestSignature signature : signatures) {
			try {
				signature.verify(policy);
			}
			catch (SamlFault ex) {
				throw rejected(ex);
			}
		}
	}

	/** Returns the same fault as reported by a service provider. */
	static ResponseRejectedException rejected(SamlFault fault) {
		Reason reason = switch (fault.code()) {
			case SIGNATURE_INVALID -> Reason.SIGNATURE_INVALID;
			case SIGNATURE_ALGORITHM_REFUSED -> Reason.ALGORITHM_REFUSED;
			case ISSUER_INVALID -> Reason.WRONG_ISSUER;
			case NOT_A_LOGOUT_MESSAGE, REQUEST_MALFORMED -> Reason.NOT_A_RESPONSE;
			default -> Reason.UNDECODABLE;
		};
		return new ResponseRejectedException(reason, fault.code() + ": " + fault.getMessage(), fault);
	}

}

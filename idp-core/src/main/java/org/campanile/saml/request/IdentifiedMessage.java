package org.campanile.saml.request;

import java.time.Instant;
import java.util.List;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * A message, request or response, that names a known service, but need not come from it.
 * The input of the rules for all messages.
 */
public interface IdentifiedMessage {

	/** The parts common to all messages. */
	MessageHeader header();

	/** Returns the URI of the binding. */
	String binding();

	/** Returns all signatures of the message, not verified. */
	List<RequestSignature> signatures();

	RelyingParty service();

	/** Returns the time at which the message arrived. */
	Instant receivedAt();

	/** Whether the message must be signed, whatever metadata and configuration say. */
	default boolean mustBeSigned() {
		return false;
	}

	/**
	 * Whether the message must have a Destination: signed messages that pass through a
	 * browser could otherwise be forwarded (SAML Bindings 3.4.5.2, 3.5.5.2).
	 */
	default boolean destinationRequired() {
		return !signatures().isEmpty();
	}

	/** A fault that is not reported to the service. */
	default SamlFault refuse(FaultCode code, String detail) {
		return SamlFault.local(code, detail).about(service().entityId());
	}

}

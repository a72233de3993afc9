package org.campanile.saml.logout;

import java.time.Instant;
import java.util.List;

import org.campanile.saml.Saml;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.request.IdentifiedMessage;

/** A message of single logout from a known service; it must be signed. */
record IdentifiedLogoutMessage(MessageHeader header, String binding, List<RequestSignature> signatures,
		RelyingParty service, Instant receivedAt) implements IdentifiedMessage {

	IdentifiedLogoutMessage {
		signatures = List.copyOf(signatures);
	}

	@Override
	public boolean mustBeSigned() {
		return true;
	}

	/**
	 * A message from server to server is not forwarded by a browser, and the SOAP binding
	 * does not require it.
	 */
	@Override
	public boolean destinationRequired() {
		return !binding.equals(Saml.BINDING_SOAP);
	}

}

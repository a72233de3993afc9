package org.campanile.saml.request;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * A request that names a known service, but need not come from it.
 *
 * @param binding the URI of its binding
 * @param relayState to be returned unchanged; null if there was none
 * @param message its content
 * @param signatures all its signatures, not verified
 * @param receivedAt when it arrived
 */
record IdentifiedRequest(String binding, @Nullable String relayState, ParsedAuthnRequest message,
		List<RequestSignature> signatures, RelyingParty service, Instant receivedAt) implements IdentifiedMessage {

	IdentifiedRequest {
		signatures = List.copyOf(signatures);
	}

	@Override
	public MessageHeader header() {
		return message.header();
	}

}

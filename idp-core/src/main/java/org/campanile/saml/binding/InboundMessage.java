package org.campanile.saml.binding;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A SAML message as received over HTTP, untrusted: decoded from the binding, but neither
 * parsed nor checked.
 *
 * @param binding the binding's URI
 * @param xml the bytes of the XML document; with SOAP, of the envelope
 * @param relayState unchanged, at most 2 KiB; null if there was none
 * @param signature the detached signature of the Redirect binding, if any
 * @param response whether it was sent as a response ({@code SAMLResponse}), not as a
 * request
 */
public record InboundMessage(String binding, byte[] xml, @Nullable String relayState,
		Optional<RedirectSignature> signature, boolean response) {

	/**
	 * The signature of the Redirect binding (SAML Bindings 3.4.4.1).
	 *
	 * @param signedBytes the original URL-encoded bytes, in the order SAMLRequest,
	 * RelayState, SigAlg
	 * @param algorithm the signature algorithm's URI
	 * @param value the signature
	 */
	public record RedirectSignature(byte[] signedBytes, String algorithm, byte[] value) {
	}

}

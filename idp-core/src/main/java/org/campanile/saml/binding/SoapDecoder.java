package org.campanile.saml.binding;

import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;

/**
 * Decodes a request of the SOAP binding (SAML Bindings 3.2), or the response to a request
 * of this server. Its signature is inside the XML; the envelope is left to the parser.
 * Immutable.
 */
public final class SoapDecoder {

	private final BindingLimits limits;

	public SoapDecoder(BindingLimits limits) {
		this.limits = limits;
	}

	/**
	 * The maximum size in bytes; callers need to read only one byte more.
	 */
	public int maxBytes() {
		return limits.maxPosted();
	}

	/**
	 * Decodes the body of an HTTP request.
	 * @throws SamlFault always local: {@link FaultCode#MESSAGE_UNDECODABLE} for an empty
	 * body, {@link FaultCode#MESSAGE_TOO_LARGE}
	 */
	public InboundMessage decodeRequest(byte[] body) throws SamlFault {
		return decode(body, false);
	}

	/**
	 * Decodes the body of an HTTP response.
	 * @throws SamlFault as for {@link #decodeRequest(byte[])}
	 */
	public InboundMessage decodeResponse(byte[] body) throws SamlFault {
		return decode(body, true);
	}

	private InboundMessage decode(byte[] body, boolean response) throws SamlFault {
		if (body.length == 0) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, "the body is empty, a SOAP envelope was expected");
		}
		if (body.length > limits.maxPosted()) {
			throw SamlFault.local(FaultCode.MESSAGE_TOO_LARGE,
					"the SOAP envelope has more than the " + limits.maxPosted() + " bytes that are accepted");
		}
		return new InboundMessage(Saml.BINDING_SOAP, body.clone(), null, Optional.empty(), response);
	}

}

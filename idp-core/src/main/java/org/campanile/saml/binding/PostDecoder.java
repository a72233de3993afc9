package org.campanile.saml.binding;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;

/**
 * Decodes a message of the HTTP-POST binding (SAML Bindings 3.5). Its signature, if any,
 * is inside the XML. An empty RelayState counts as none. Immutable.
 */
public final class PostDecoder {

	private final BindingLimits limits;

	public PostDecoder(BindingLimits limits) {
		this.limits = limits;
	}

	/**
	 * Decodes a request; checks only the encoding.
	 * @param formParameters the fields of the body only, never of the query string; all
	 * values of each
	 * @throws SamlFault always local: {@link FaultCode#MESSAGE_UNDECODABLE},
	 * {@link FaultCode#MESSAGE_TOO_LARGE}, {@link FaultCode#RELAY_STATE_TOO_LONG},
	 * {@link FaultCode#NOT_AN_AUTHN_REQUEST} for a SAMLResponse
	 */
	public InboundMessage decode(Map<String, List<String>> formParameters) throws SamlFault {
		Presence.requireRequestAlone(formParameters.containsKey(RawQuery.SAML_REQUEST),
				formParameters.containsKey(RawQuery.SAML_RESPONSE));
		return decode(formParameters, RawQuery.SAML_REQUEST);
	}

	/**
	 * Decodes a request or a response, whichever there is, as logout endpoints take them.
	 * @param formParameters as for {@link #decode(Map)}
	 * @throws SamlFault as for {@link #decode(Map)}, except that a SAMLResponse is
	 * accepted too
	 */
	public InboundMessage decodeEither(Map<String, List<String>> formParameters) throws SamlFault {
		boolean response = formParameters.containsKey(RawQuery.SAML_RESPONSE);
		Presence.requireOne(formParameters.containsKey(RawQuery.SAML_REQUEST), response);
		return decode(formParameters, response ? RawQuery.SAML_RESPONSE : RawQuery.SAML_REQUEST);
	}

	private InboundMessage decode(Map<String, List<String>> formParameters, String parameter) throws SamlFault {
		String value = Parameters.single(formParameters, parameter);
		String relayState = RelayStates.accept(Parameters.single(formParameters, RawQuery.RELAY_STATE));
		String encoded = value == null ? "" : value;
		if (encoded.length() > limits.maxPosted()) {
			throw SamlFault.local(FaultCode.MESSAGE_TOO_LARGE,
					parameter + " has " + encoded.length() + " characters, " + limits.maxPosted() + " are accepted");
		}
		byte[] xml = StrictBase64.decode(parameter, encoded);
		return new InboundMessage(Saml.BINDING_POST, xml, relayState, Optional.empty(),
				parameter.equals(RawQuery.SAML_RESPONSE));
	}

}

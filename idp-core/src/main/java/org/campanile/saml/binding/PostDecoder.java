package org.campanile.saml.binding;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a request of the HTTP-POST binding (SAML Bindings 3.5). Its signature, if any,
 * is inside the XML. An empty RelayState counts as none. Immutable.
 */
public final class PostDecoder {

	private final BindingLimits limits;

	public PostDecoder(BindingLimits limits) {
		this.limits = limits;
	}

	/**
	 * Decodes, and checks nothing but the encoding.
	 * @param formParameters the fields of the body alone, never of the query string; all
	 * values of each
	 * @throws SamlFault always local: {@link FaultCode#MESSAGE_UNDECODABLE},
	 * {@link FaultCode#MESSAGE_TOO_LARGE}, {@link FaultCode#RELAY_STATE_TOO_LONG},
	 * {@link FaultCode#NOT_AN_AUTHN_REQUEST} for a SAMLResponse
	 */
	public InboundMessage decode(Map<String, List<String>> formParameters) throws SamlFault {
		String request = single(formParameters, RawQuery.SAML_REQUEST);
		Presence.requireRequestAlone(request != null, formParameters.containsKey(RawQuery.SAML_RESPONSE));
		String relayState = RelayStates.accept(single(formParameters, RawQuery.RELAY_STATE));
		String encoded = request == null ? "" : request;
		if (encoded.length() > limits.maxPosted()) {
			throw SamlFault.local(FaultCode.MESSAGE_TOO_LARGE,
					"SAMLRequest has " + encoded.length() + " characters, " + limits.maxPosted() + " are accepted");
		}
		byte[] xml = StrictBase64.decode(RawQuery.SAML_REQUEST, encoded);
		return new InboundMessage(Saml.BINDING_POST, xml, relayState, Optional.empty());
	}

	private static @Nullable String single(Map<String, List<String>> parameters, String name) throws SamlFault {
		List<String> values = parameters.getOrDefault(name, List.of());
		if (values.size() > 1) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, name + " comes " + values.size() + " times");
		}
		return values.isEmpty() ? null : values.getFirst();
	}

}

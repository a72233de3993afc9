package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/**
 * The requested binding must be HTTP-POST, the only one supported for responses (SAML
 * Core 3.4.1, {@code ProtocolBinding}).
 */
final class ProtocolBindingRule implements RequestRule<AnswerableRequest> {

	@Override
	public void check(AnswerableRequest request) throws SamlFault {
		String binding = request.endpoint().requestedBinding();
		if (!binding.equals(Saml.BINDING_POST)) {
			throw request.refuse(FaultCode.BINDING_UNSUPPORTED, StatusCode.UNSUPPORTED_BINDING,
					"the answer is wanted by " + binding + ", only HTTP-POST is served");
		}
	}

}

package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlFault.ReplyTo;
import org.campanile.saml.StatusCode;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.request.ResponseEndpointRule.ResponseEndpoint;

/**
 * A request that can be answered at an endpoint of the service's metadata.
 */
record AnswerableRequest(IdentifiedRequest identified, ResponseEndpoint endpoint) {

	ParsedAuthnRequest message() {
		return identified.message();
	}

	/** A fault that is reported to the service. */
	SamlFault refuse(FaultCode code, StatusCode status, String detail) {
		return SamlFault.toService(code, detail, new ReplyTo(identified.service().entityId(), endpoint.url(),
				message().header().id(), identified.relayState(), status));
	}

}

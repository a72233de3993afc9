package org.campanile.saml.request;

import org.campanile.IdentityProvider;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;

/**
 * Destination, where present, is the address of the very endpoint the request came to,
 * character by character; a signed request must have it, lest it be forwarded (SAML
 * Bindings 3.4.5.2, 3.5.5.2).
 */
final class DestinationRule implements RequestRule<IdentifiedRequest> {

	private final IdentityProvider self;

	DestinationRule(IdentityProvider self) {
		this.self = self;
	}

	@Override
	public void check(IdentifiedRequest request) throws SamlFault {
		String endpoint = request.binding().equals(Saml.BINDING_POST) ? self.postSsoUrl() : self.redirectSsoUrl();
		String destination = request.message().destination();
		if (destination == null && !request.signatures().isEmpty()) {
			throw request.refuse(FaultCode.DESTINATION_MISMATCH,
					"the request is signed, so it must have a Destination; expected " + endpoint);
		}
		if (destination != null && !destination.equals(endpoint)) {
			throw request.refuse(FaultCode.DESTINATION_MISMATCH, "Destination is " + destination + ", expected "
					+ endpoint + "; does the service hold our metadata?");
		}
	}

}

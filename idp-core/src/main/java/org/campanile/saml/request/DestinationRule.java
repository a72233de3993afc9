package org.campanile.saml.request;

import java.util.function.UnaryOperator;

import org.campanile.IdentityProvider;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;

/**
 * If present, Destination must be the URL of the endpoint that received the message,
 * character by character. A signed message must have it, so that it cannot be forwarded
 * (SAML Bindings 3.4.5.2, 3.5.5.2).
 */
public final class DestinationRule implements RequestRule<IdentifiedMessage> {

	private final UnaryOperator<String> endpoints;

	/**
	 * @param endpoints maps a binding's URI to this server's URL for it
	 */
	public DestinationRule(UnaryOperator<String> endpoints) {
		this.endpoints = endpoints;
	}

	/** The rule for the sign-on endpoints. */
	static DestinationRule ofSignOn(IdentityProvider self) {
		return new DestinationRule(binding -> binding.equals(Saml.BINDING_POST) ? self.url(SamlEndpoints.POST_SSO)
				: self.url(SamlEndpoints.REDIRECT_SSO));
	}

	@Override
	public void check(IdentifiedMessage message) throws SamlFault {
		String endpoint = endpoints.apply(message.binding());
		String destination = message.header().destination();
		if (destination == null && message.destinationRequired()) {
			throw message.refuse(FaultCode.DESTINATION_MISMATCH,
					"the message is signed, so it must have a Destination; expected " + endpoint);
		}
		if (destination != null && !destination.equals(endpoint)) {
			throw message.refuse(FaultCode.DESTINATION_MISMATCH, "Destination is " + destination + ", expected "
					+ endpoint + "; does the service have current metadata of this server?");
		}
	}

}

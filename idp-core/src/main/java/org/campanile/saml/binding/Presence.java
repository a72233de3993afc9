package org.campanile.saml.binding;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * Checks the presence of messages in both bindings: a sign-on endpoint accepts a
 * SAMLRequest, a logout endpoint either a SAMLRequest or a SAMLResponse.
 */
final class Presence {

	private Presence() {
	}

	static void requireRequestAlone(boolean request, boolean response) throws SamlFault {
		requireNotBoth(request, response);
		if (response) {
			throw SamlFault.local(FaultCode.NOT_AN_AUTHN_REQUEST,
					"a SAMLResponse was sent to the sign-on endpoint, which takes requests");
		}
		if (!request) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"no SAMLRequest: the address was opened without a service's request");
		}
	}

	static void requireOne(boolean request, boolean response) throws SamlFault {
		requireNotBoth(request, response);
		if (!request && !response) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE,
					"neither SAMLRequest nor SAMLResponse: the address was opened without a service's message");
		}
	}

	private static void requireNotBoth(boolean request, boolean response) throws SamlFault {
		if (request && response) {
			throw SamlFault.local(FaultCode.MESSAGE_UNDECODABLE, "SAMLRequest comes together with SAMLResponse");
		}
	}

}

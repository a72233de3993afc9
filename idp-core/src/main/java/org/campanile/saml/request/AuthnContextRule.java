package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/**
 * The wanted authentication is named by classes. Declarations (SAML Core 3.3.2.2.1,
 * {@code AuthnContextDeclRef}) are agreed on between two parties, and none is agreed on
 * here. Whether a class can be reached is found out later, when it is known who signs in.
 */
final class AuthnContextRule implements RequestRule<AnswerableRequest> {

	@Override
	public void check(AnswerableRequest request) throws SamlFault {
		if (request.message().authnContextDeclared()) {
			throw request.refuse(FaultCode.AUTHN_CONTEXT_UNSUPPORTED, StatusCode.NO_AUTHN_CONTEXT,
					"RequestedAuthnContext names a declaration (AuthnContextDeclRef); only classes are served");
		}
	}

}

package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;

/**
 * The requested authentication must be specified by classes. Declarations (SAML Core
 * 3.3.2.2.1, {@code AuthnContextDeclRef}) require bilateral agreements, which are not
 * supported. Whether a class can be satisfied is decided later, when the user is known.
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

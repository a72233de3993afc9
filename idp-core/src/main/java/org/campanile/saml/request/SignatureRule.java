package org.campanile.saml.request;

import org.campanile.relyingparty.RelyingParty;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * A request is signed where the service promises it in metadata
 * ({@code AuthnRequestsSigned}) or the configuration demands it; and every signature that
 * comes with a request verifies, demanded or not. Over Redirect the XML should carry none
 * of its own (SAML Bindings 3.4.4.1); where it does, both must verify.
 */
final class SignatureRule implements RequestRule<IdentifiedRequest> {

	@Override
	public void check(IdentifiedRequest request) throws SamlFault {
		RelyingParty service = request.service();
		if (request.signatures().isEmpty()) {
			if (service.settings().requireSignedRequests().orElse(service.authnRequestsSigned())) {
				throw request.refuse(FaultCode.SIGNATURE_MISSING,
						"the request is not signed, though the service's metadata promises it or an override demands it");
			}
			return;
		}
		SignaturePolicy policy = new SignaturePolicy(service.signingKeys(), service.settings().allowSha1Signatures());
		for (RequestSignature signature : request.signatures()) {
			try {
				signature.verify(policy);
			}
			catch (SamlFault ex) {
				throw ex.about(service.entityId());
			}
		}
	}

}

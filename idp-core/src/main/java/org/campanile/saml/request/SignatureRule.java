package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.message.SignaturePolicy;
import org.campanile.saml.relyingparty.RelyingParty;

/**
 * A request must be signed if the service's metadata ({@code AuthnRequestsSigned}) or the
 * configuration requires it; and every signature of a message must verify, required or
 * not. With the Redirect binding the XML should not be signed (SAML Bindings 3.4.4.1); if
 * it is, both signatures must verify.
 */
public final class SignatureRule implements RequestRule<IdentifiedMessage> {

	@Override
	public void check(IdentifiedMessage message) throws SamlFault {
		RelyingParty service = message.service();
		if (message.signatures().isEmpty()) {
			if (message.mustBeSigned()) {
				throw message.refuse(FaultCode.SIGNATURE_MISSING,
						"the message is not signed, and every one like it must be");
			}
			if (service.settings().requireSignedRequests().orElse(service.authnRequestsSigned())) {
				throw message.refuse(FaultCode.SIGNATURE_MISSING,
						"the request is not signed, though the service's metadata promises it or an override demands it");
			}
			return;
		}
		SignaturePolicy policy = new SignaturePolicy(service.signingKeys(), service.settings().allowSha1Signatures(),
				service.settings().allowInclusiveCanonicalization());
		for (RequestSignature signature : message.signatures()) {
			try {
				signature.verify(policy);
			}
			catch (SamlFault ex) {
				throw ex.about(service.entityId());
			}
		}
	}

}

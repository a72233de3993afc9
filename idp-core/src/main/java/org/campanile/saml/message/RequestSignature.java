package org.campanile.saml.message;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * A signature that came with a request, inside its XML or beside it in the query. Used by
 * one thread.
 */
public interface RequestSignature {

	/**
	 * Returns if the signature verifies with one of the keys; whatever else happens is a
	 * fault, so that a failing verifier never lets a request pass.
	 * @throws SamlFault local: {@link FaultCode#SIGNATURE_INVALID} or
	 * {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	void verify(SignaturePolicy policy) throws SamlFault;

}

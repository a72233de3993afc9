package org.campanile.saml.message;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;

/**
 * A signature of a message, inside its XML or in the query. Used by one thread.
 */
public interface RequestSignature {

	/**
	 * Returns if the signature verifies with one of the keys; everything else is a fault,
	 * so that a failing verifier never accepts a request.
	 * @throws SamlFault local: {@link FaultCode#SIGNATURE_INVALID} or
	 * {@link FaultCode#SIGNATURE_ALGORITHM_REFUSED}
	 */
	void verify(SignaturePolicy policy) throws SamlFault;

}

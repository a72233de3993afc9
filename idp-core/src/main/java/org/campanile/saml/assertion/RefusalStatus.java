package org.campanile.saml.assertion;

import org.campanile.saml.StatusCode;
import org.campanile.signon.Refusal;

/**
 * The status by which a refusal is reported to a service (SAML Core 3.2.2).
 *
 * @param code the status
 * @param message a sentence for the service's log, disclosing nothing about the user or
 * this server
 */
record RefusalStatus(StatusCode code, String message) {

	static RefusalStatus of(Refusal refusal) {
		return switch (refusal) {
			case NO_PASSIVE ->
				new RefusalStatus(StatusCode.NO_PASSIVE, "The person must sign in, and the request allows no pages");
			case NO_AUTHN_CONTEXT ->
				new RefusalStatus(StatusCode.NO_AUTHN_CONTEXT, "The requested authentication context is not available");
			case NO_HANDLE -> new RefusalStatus(StatusCode.INVALID_NAME_ID_POLICY,
					"No name identifier of the requested format is available");
			case REQUEST_DENIED -> new RefusalStatus(StatusCode.REQUEST_DENIED, "The request was denied");
			case NO_ENCRYPTION_KEY -> new RefusalStatus(StatusCode.RESPONDER,
					"The assertion must be encrypted, and the service's metadata holds no usable encryption key");
		};
	}

}

package org.campanile.saml;

/**
 * Why a SAML message was refused. The name stands on the error page and in the audit
 * line; each is explained, with the remedy, in {@code docs/errors.md}.
 */
public enum FaultCode {

	/**
	 * The message is not what its binding says it should be: encoding, compression,
	 * parameters.
	 */
	MESSAGE_UNDECODABLE,
	/** The message is larger than the limit. */
	MESSAGE_TOO_LARGE,
	/** RelayState is longer than the limit. */
	RELAY_STATE_TOO_LONG,
	/**
	 * Not well-formed XML, or XML with what we refuse: DOCTYPE, excessive depth or
	 * attributes.
	 */
	XML_REFUSED,
	/** Well-formed, but not an AuthnRequest of SAML 2.0. */
	NOT_AN_AUTHN_REQUEST,
	/**
	 * Well-formed, but not the LogoutRequest or LogoutResponse of SAML 2.0 that was
	 * expected.
	 */
	NOT_A_LOGOUT_MESSAGE,
	/** A message with parts missing or malformed. */
	REQUEST_MALFORMED,
	/** The Version is not 2.0. */
	VERSION_MISMATCH,
	/** Issuer absent or of a format that names no entity. */
	ISSUER_INVALID,
	/** No metadata for the issuer. */
	SERVICE_UNKNOWN,
	/** The local configuration disables the service. */
	SERVICE_DISABLED,
	/** Destination is not this endpoint, or absent on a signed message. */
	DESTINATION_MISMATCH,
	/** IssueInstant too old or in the future. */
	REQUEST_EXPIRED,
	/** The same ID came before. */
	REQUEST_REPLAYED,
	/** No signature where one is required. */
	SIGNATURE_MISSING,
	/** A signature that does not verify, or is not of an acceptable form. */
	SIGNATURE_INVALID,
	/** A signature made with an algorithm or key size that is not allowed. */
	SIGNATURE_ALGORITHM_REFUSED,
	/** The response URL asked for is not in the service's metadata. */
	RESPONSE_URL_UNKNOWN,
	/** The service asks for a binding we do not answer by. */
	BINDING_UNSUPPORTED,
	/** The service asks for an authentication by declaration, which none here matches. */
	AUTHN_CONTEXT_UNSUPPORTED,
	/** The service names the user who is to sign in, which is not served. */
	SUBJECT_UNSUPPORTED,
	/**
	 * A LogoutResponse that answers no request to that service, or answers it again.
	 */
	RESPONSE_UNEXPECTED,
	/** Whether the request is new could not be found out; refused to be safe. */
	REPLAY_CHECK_UNAVAILABLE

}

package org.campanile.saml;

/**
 * The reasons to refuse a SAML message. The name is part of the code on the error page
 * and in the audit line; {@code docs/errors.md} explains each and names the remedy.
 */
public enum FaultCode {

	/**
	 * The message violates its binding: encoding, compression, parameters.
	 */
	MESSAGE_UNDECODABLE,
	/** The message is larger than the limit. */
	MESSAGE_TOO_LARGE,
	/** The RelayState is longer than the limit. */
	RELAY_STATE_TOO_LONG,
	/**
	 * The message is not well-formed XML, or has refused parts: DOCTYPE, excessive depth
	 * or attributes.
	 */
	XML_REFUSED,
	/** The message is well-formed, but not an AuthnRequest of SAML 2.0. */
	NOT_AN_AUTHN_REQUEST,
	/**
	 * The message is well-formed, but not the LogoutRequest or LogoutResponse of SAML 2.0
	 * that was expected.
	 */
	NOT_A_LOGOUT_MESSAGE,
	/** A message with parts missing or malformed. */
	REQUEST_MALFORMED,
	/** The Version is not 2.0. */
	VERSION_MISMATCH,
	/** The Issuer is absent or of a format that is not an entity's. */
	ISSUER_INVALID,
	/** There is no metadata for the issuer. */
	SERVICE_UNKNOWN,
	/** The local configuration disables the service. */
	SERVICE_DISABLED,
	/** The Destination is not this endpoint, or absent on a signed message. */
	DESTINATION_MISMATCH,
	/** The IssueInstant is too old or in the future. */
	REQUEST_EXPIRED,
	/** A message with the same ID was received before. */
	REQUEST_REPLAYED,
	/** A required signature is missing. */
	SIGNATURE_MISSING,
	/** A signature that does not verify, or whose form is not accepted. */
	SIGNATURE_INVALID,
	/** A signature made with an algorithm or key size that is not allowed. */
	SIGNATURE_ALGORITHM_REFUSED,
	/** The requested response URL is not in the service's metadata. */
	RESPONSE_URL_UNKNOWN,
	/** The service requests a binding that is not supported for responses. */
	BINDING_UNSUPPORTED,
	/** The service requests an authentication by declaration, which is not supported. */
	AUTHN_CONTEXT_UNSUPPORTED,
	/** The request names the user who is to sign in, which is not supported. */
	SUBJECT_UNSUPPORTED,
	/**
	 * A LogoutResponse that does not answer an open request to that service.
	 */
	RESPONSE_UNEXPECTED,
	/**
	 * The server could not determine whether the request is new, and refused it to be
	 * safe.
	 */
	REPLAY_CHECK_UNAVAILABLE

}

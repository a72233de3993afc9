package org.campanile.testkit.serviceprovider;

import org.jspecify.annotations.Nullable;

/** A response that a service provider must not act on. */
public final class ResponseRejectedException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Reason reason;

	/**
	 * @param detail what was found and what was expected; may quote hostile input
	 */
	public ResponseRejectedException(Reason reason, String detail) {
		this(reason, detail, null);
	}

	/**
	 * @param detail what was found and what was expected; may quote hostile input
	 */
	public ResponseRejectedException(Reason reason, String detail, @Nullable Throwable cause) {
		super(reason + ": " + detail, cause);
		this.reason = reason;
	}

	public Reason reason() {
		return reason;
	}

	/** The reason. */
	public enum Reason {

		/** Not base64, not well-formed XML, or XML that no SAML message needs. */
		UNDECODABLE,
		/** The same ID on more than one element. */
		DUPLICATE_ID,
		/** Not valid against the schemas of SAML 2.0. */
		SCHEMA_INVALID,
		/** Not a Response of SAML 2.0, or one of a form the profile forbids. */
		NOT_A_RESPONSE,
		/** No signature where there must be one. */
		SIGNATURE_MISSING,
		/** A signature that does not verify with the identity provider's keys. */
		SIGNATURE_INVALID,
		/** Signed, digested or encrypted with an algorithm we do not accept. */
		ALGORITHM_REFUSED,
		/** Issued by a different entity. */
		WRONG_ISSUER,
		/** Its Destination is not the endpoint that received it. */
		WRONG_DESTINATION,
		/** Answers no request of ours, or answers one where none was made. */
		WRONG_IN_RESPONSE_TO,
		/** Success without exactly one assertion, or an assertion without success. */
		WRONG_ASSERTION_COUNT,
		/** Not encrypted though we offer a key, or encrypted though we offer none. */
		WRONG_PROTECTION,
		/** Not encrypted to our key, or damaged. */
		UNDECRYPTABLE,
		/** The subject cannot be confirmed as the bearer. */
		SUBJECT_UNCONFIRMED,
		/** Confirmed for another endpoint. */
		WRONG_RECIPIENT,
		/** Meant for another audience. */
		WRONG_AUDIENCE,
		/** Issued in the future. */
		NOT_YET_VALID,
		/** Expired. */
		EXPIRED,
		/** Valid for longer than we accept. */
		VALID_TOO_LONG,
		/** Lacks a usable authentication instant or context. */
		NO_AUTHN_STATEMENT

	}

}

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

		/**
		 * The message is not base64, not well-formed XML, or XML that no SAML message
		 * needs.
		 */
		UNDECODABLE,
		/** More than one element has the same ID. */
		DUPLICATE_ID,
		/** The message is not valid against the schemas of SAML 2.0. */
		SCHEMA_INVALID,
		/**
		 * The message is not a Response of SAML 2.0, or has a form the profile forbids.
		 */
		NOT_A_RESPONSE,
		/** A required signature is missing. */
		SIGNATURE_MISSING,
		/** A signature that does not verify with the identity provider's keys. */
		SIGNATURE_INVALID,
		/**
		 * The message is signed, digested or encrypted with an algorithm that is not
		 * accepted.
		 */
		ALGORITHM_REFUSED,
		/** The message was issued by a different entity. */
		WRONG_ISSUER,
		/** The Destination is not the endpoint that received the message. */
		WRONG_DESTINATION,
		/**
		 * The message does not answer the expected request, or is not unsolicited as
		 * expected.
		 */
		WRONG_IN_RESPONSE_TO,
		/** Success without exactly one assertion, or an assertion without success. */
		WRONG_ASSERTION_COUNT,
		/**
		 * The message is not encrypted although the metadata has a key, or encrypted
		 * although it has none.
		 */
		WRONG_PROTECTION,
		/** The message is not encrypted to the service provider's key, or is damaged. */
		UNDECRYPTABLE,
		/** The subject cannot be confirmed as the bearer. */
		SUBJECT_UNCONFIRMED,
		/** The assertion was confirmed for another endpoint. */
		WRONG_RECIPIENT,
		/** The assertion is meant for another audience. */
		WRONG_AUDIENCE,
		/** The message was issued in the future. */
		NOT_YET_VALID,
		/** The assertion has expired. */
		EXPIRED,
		/** The assertion is valid for longer than is accepted. */
		VALID_TOO_LONG,
		/** Lacks a usable authentication instant or context. */
		NO_AUTHN_STATEMENT

	}

}

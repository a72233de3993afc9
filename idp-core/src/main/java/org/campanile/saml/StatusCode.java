package org.campanile.saml;

import org.jspecify.annotations.Nullable;

/**
 * A SAML status: a top-level code and, below it, a more particular one (SAML Core
 * 3.2.2.2).
 *
 * @param topLevel the top-level code's URI
 * @param secondLevel the second-level code's URI, if any
 */
public record StatusCode(String topLevel, @Nullable String secondLevel) {

	private static final String PREFIX = "urn:oasis:names:tc:SAML:2.0:status:";

	public static final StatusCode SUCCESS = new StatusCode(PREFIX + "Success", null);

	public static final StatusCode NO_PASSIVE = new StatusCode(PREFIX + "Responder", PREFIX + "NoPassive");

	public static final StatusCode NO_AUTHN_CONTEXT = new StatusCode(PREFIX + "Responder", PREFIX + "NoAuthnContext");

	public static final StatusCode INVALID_NAME_ID_POLICY = new StatusCode(PREFIX + "Requester",
			PREFIX + "InvalidNameIDPolicy");

	public static final StatusCode REQUEST_DENIED = new StatusCode(PREFIX + "Responder", PREFIX + "RequestDenied");

	public static final StatusCode REQUEST_UNSUPPORTED = new StatusCode(PREFIX + "Responder",
			PREFIX + "RequestUnsupported");

	public static final StatusCode UNSUPPORTED_BINDING = new StatusCode(PREFIX + "Requester",
			PREFIX + "UnsupportedBinding");

	public static final StatusCode VERSION_MISMATCH = new StatusCode(PREFIX + "VersionMismatch", null);

	public static final StatusCode REQUEST_VERSION_TOO_HIGH = new StatusCode(PREFIX + "VersionMismatch",
			PREFIX + "RequestVersionTooHigh");

	/** The logout succeeded only in part (SAML Core 3.7.3.2). */
	public static final StatusCode PARTIAL_LOGOUT = new StatusCode(PREFIX + "Success", PREFIX + "PartialLogout");

	public static final StatusCode UNKNOWN_PRINCIPAL = new StatusCode(PREFIX + "Requester",
			PREFIX + "UnknownPrincipal");

	public static final StatusCode RESPONDER = new StatusCode(PREFIX + "Responder", null);

}

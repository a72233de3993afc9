package org.campanile.signon;

/** The reasons to refuse a valid request. */
public enum Refusal {

	/** The request allows no interaction, but one was needed (SAML {@code NoPassive}). */
	NO_PASSIVE,
	/**
	 * The authentication asked for is not available here (SAML {@code NoAuthnContext}).
	 */
	NO_AUTHN_CONTEXT,
	/** The user has not enrolled the requested factor (SAML {@code NoAuthnContext}). */
	FACTOR_MISSING,
	/**
	 * There is no handle by which the service would know the sign-on (SAML
	 * {@code InvalidNameIDPolicy}).
	 */
	NO_HANDLE,
	/** A policy forbids the sign-on (SAML {@code RequestDenied}). */
	REQUEST_DENIED,
	/** No access rule lets this user use the service (SAML {@code RequestDenied}). */
	ACCESS_DENIED,
	/**
	 * The user does not agree to what the service would receive (SAML
	 * {@code RequestDenied}).
	 */
	CONSENT_DECLINED,
	/** The user does not accept the terms of use. */
	TERMS_DECLINED,
	/** The service demands encryption and offers no usable key. */
	NO_ENCRYPTION_KEY;

	/** Returns the code in the audit log, which {@code docs/errors.md} explains. */
	public String code() {
		// The name dates from the releases that knew only SAML.
		return this == NO_HANDLE ? "INVALID_NAME_ID_POLICY" : name();
	}

}

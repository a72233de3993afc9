package org.campanile.signon;

/** Why a valid request is not granted. */
public enum Refusal {

	/**
	 * The request allows no interaction, and none would have sufficed (SAML
	 * {@code NoPassive}).
	 */
	NO_PASSIVE,
	/**
	 * The authentication asked for is not available here (SAML {@code NoAuthnContext}).
	 */
	NO_AUTHN_CONTEXT,
	/**
	 * The user has not enrolled what is asked for (SAML {@code NoAuthnContext}).
	 */
	FACTOR_MISSING,
	/**
	 * There is nothing that the service would know the sign-on by (SAML
	 * {@code InvalidNameIDPolicy}).
	 */
	NO_HANDLE,
	/** Policy forbids it (SAML {@code RequestDenied}). */
	REQUEST_DENIED,
	/** No access rule lets this user use the service (SAML {@code RequestDenied}). */
	ACCESS_DENIED,
	/**
	 * The user does not want the service to receive what it would (SAML
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

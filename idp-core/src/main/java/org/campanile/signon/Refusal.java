package org.campanile.signon;

/** Why a valid request is not granted; each has a status of its own in every protocol. */
public enum Refusal {

	/**
	 * The request allows no interaction, and none would have sufficed (SAML
	 * {@code NoPassive}).
	 */
	NO_PASSIVE,
	/** The authentication asked for cannot be had here (SAML {@code NoAuthnContext}). */
	NO_AUTHN_CONTEXT,
	/** No name identifier of the format asked for (SAML {@code InvalidNameIDPolicy}). */
	INVALID_NAME_ID_POLICY,
	/** Policy forbids it (SAML {@code RequestDenied}). */
	REQUEST_DENIED,
	/** The service demands encryption and offers no usable key. */
	NO_ENCRYPTION_KEY

}

package org.campanile.testkit.serviceprovider;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A LogoutResponse of the identity provider that passed every check.
 *
 * @param inResponseTo the ID of the request
 * @param status the result
 * @param relayState the RelayState of the request; null for none
 * @param xml the response as received
 */
public record DecodedLogoutResponse(String inResponseTo, StatusCode status, @Nullable String relayState, String xml) {

	/** Whether the user is logged out everywhere. */
	public boolean complete() {
		return status.equals(StatusCode.SUCCESS);
	}

	/**
	 * Whether the identity provider's session was terminated, but not that of every
	 * service.
	 */
	public boolean partial() {
		return status.equals(StatusCode.PARTIAL_LOGOUT);
	}

}

package org.campanile.signon;

import org.jspecify.annotations.Nullable;

/**
 * How a request wants the user to be authenticated, in every protocol.
 *
 * @param force whether the user must be authenticated anew
 * @param passive whether nothing may be shown to the user
 * @param context the authentication that is asked for; null for any
 */
public record AuthnDemand(boolean force, boolean passive, @Nullable RequestedAuthnContext context) {

	/** Nothing in particular. */
	public static final AuthnDemand NONE = new AuthnDemand(false, false, null);

}

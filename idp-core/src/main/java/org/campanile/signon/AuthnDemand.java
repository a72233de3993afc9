package org.campanile.signon;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The authentication that a request demands, in every protocol.
 *
 * @param force whether the user must be authenticated anew
 * @param passive whether nothing may be shown to the user
 * @param context the authentication that is asked for; null for any
 * @param required classes, of which one, or a stronger one, must be satisfied besides, as
 * an access rule says; empty for none
 */
public record AuthnDemand(boolean force, boolean passive, @Nullable RequestedAuthnContext context,
		List<String> required) {

	/** A demand without requirements. */
	public static final AuthnDemand NONE = new AuthnDemand(false, false, null);

	public AuthnDemand {
		required = List.copyOf(required);
	}

	/** Creates a demand as a service states it. */
	public AuthnDemand(boolean force, boolean passive, @Nullable RequestedAuthnContext context) {
		this(force, passive, context, List.of());
	}

	/** Returns what must be satisfied besides {@link #context}; null for nothing. */
	@Nullable RequestedAuthnContext floor() {
		return required.isEmpty() ? null
				: new RequestedAuthnContext(RequestedAuthnContext.Comparison.MINIMUM, required);
	}

}

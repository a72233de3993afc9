package org.campanile.signon;

import java.util.List;

/**
 * The authentication that a service requests (SAML Core 3.3.2.2.1).
 *
 * @param comparison how the classes are compared
 * @param classes URIs of authentication context classes, in order of preference; at least
 * one
 */
public record RequestedAuthnContext(Comparison comparison, List<String> classes) {

	public RequestedAuthnContext {
		classes = List.copyOf(classes);
	}

	/** SAML Core 3.3.2.2.1, {@code Comparison}. */
	public enum Comparison {

		EXACT, MINIMUM, MAXIMUM, BETTER

	}

}

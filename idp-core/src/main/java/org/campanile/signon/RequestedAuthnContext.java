package org.campanile.signon;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The authentication that a service requests (SAML Core 3.3.2.2.1).
 *
 * @param comparison how the classes are compared
 * @param classes URIs of authentication context classes, in order of preference; at least
 * one
 */
public record RequestedAuthnContext(Comparison comparison, List<String> classes) {

	private static final int MAX_CLASSES = 50;

	/** Twice as much as the 25 classes that SAML defines (SAML AuthnContext, 3.4). */
	private static final int MAX_BYTES = 3072;

	public RequestedAuthnContext {
		classes = List.copyOf(classes);
	}

	/**
	 * Whether it is short enough for the address at which a login continues. A protocol
	 * refuses a service's request that is not.
	 */
	public boolean fitsIntoAddress() {
		return classes.size() <= MAX_CLASSES
				&& classes.stream().mapToInt(each -> each.getBytes(StandardCharsets.UTF_8).length).sum() <= MAX_BYTES;
	}

	/** SAML Core 3.3.2.2.1, {@code Comparison}. */
	public enum Comparison {

		EXACT, MINIMUM, MAXIMUM, BETTER

	}

}

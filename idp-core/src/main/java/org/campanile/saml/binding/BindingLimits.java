package org.campanile.saml.binding;

/**
 * The maximum sizes of messages.
 *
 * @param maxInflated bytes of XML of a message of the Redirect binding, after inflating
 * @param maxPosted characters of base64 of a message of the POST binding
 */
public record BindingLimits(int maxInflated, int maxPosted) {

	/**
	 * The defaults, 128 KiB inflated and 192 KiB posted: a typical AuthnRequest has a few
	 * KiB.
	 */
	public static final BindingLimits DEFAULTS = new BindingLimits(128 * 1024, 192 * 1024);

	public BindingLimits {
		if (maxInflated <= 0 || maxPosted <= 0) {
			throw new IllegalArgumentException("limits of messages must be positive");
		}
	}

}

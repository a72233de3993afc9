package org.campanile.saml.binding;

/**
 * How much of a message is read before it is refused.
 *
 * @param maxInflated bytes of XML that a message of the Redirect binding may inflate to
 * @param maxPosted characters of base64 that a message of the POST binding may have
 */
public record BindingLimits(int maxInflated, int maxPosted) {

	/** 128 KiB inflated, 256 KiB posted: an AuthnRequest has a few. */
	public static final BindingLimits DEFAULTS = new BindingLimits(128 * 1024, 256 * 1024);

	public BindingLimits {
		if (maxInflated <= 0 || maxPosted <= 0) {
			throw new IllegalArgumentException("limits of messages must be positive");
		}
	}

}

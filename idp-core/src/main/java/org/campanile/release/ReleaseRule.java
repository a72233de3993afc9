package org.campanile.release;

/**
 * One rule of the release policy: these services do, or do not, get these values of these
 * attributes.
 *
 * @param name names it in decisions
 * @param effect whether it releases or withholds
 * @param services which services it applies to
 * @param attributes which attributes
 * @param values which of their values
 */
public record ReleaseRule(String name, Effect effect, ServiceMatcher services, AttributeSelection attributes,
		ValueFilter values) {

	/** What a rule does. */
	public enum Effect {

		/** It releases. */
		PERMIT,
		/** It withholds, whatever other rules release. */
		DENY

	}

}

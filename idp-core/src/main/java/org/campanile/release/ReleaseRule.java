package org.campanile.release;

/**
 * A rule of the release policy: these services do, or do not, get these values of these
 * attributes.
 *
 * @param name names it in decisions
 * @param effect whether it releases or withholds
 * @param services the services to which the rule applies
 * @param attributes the attributes to which the rule applies
 * @param values the values to which the rule applies
 */
public record ReleaseRule(String name, Effect effect, ServiceMatcher services, AttributeSelection attributes,
		ValueFilter values) {

	public enum Effect {

		/** The rule releases the values. */
		PERMIT,
		/** The rule withholds the values, whatever other rules release. */
		DENY

	}

}

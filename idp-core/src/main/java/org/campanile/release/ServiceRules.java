package org.campanile.release;

import java.util.List;
import java.util.Set;

import org.campanile.attribute.PrincipalDefinition;
import org.campanile.release.ReleaseRule.Effect;

/**
 * The rules for one service, applied to single values.
 *
 * @param rules the rules, in order
 * @param requested the attributes that the service requests
 */
record ServiceRules(List<ReleaseRule> rules, RequestedAttributes requested) {

	Verdict decide(String id, String value) {
		ReleaseRule permitting = null;
		for (ReleaseRule rule : rules) {
			if (!speaksOf(rule, id) || !rule.attributes().selects(id, value, requested)
					|| !filterAccepts(rule, id, value)) {
				continue;
			}
			if (rule.effect() == Effect.DENY) {
				return new Verdict(false, rule.name());
			}
			if (permitting == null) {
				permitting = rule;
			}
		}
		return permitting == null ? new Verdict(false, DefaultReleasePolicy.NO_RULE)
				: new Verdict(true, permitting.name());
	}

	/**
	 * The attributes resolved for internal use; only a rule that names one explicitly
	 * releases it.
	 */
	private static final Set<String> INTERNAL = Set.of(PrincipalDefinition.PRINCIPAL, "entryDN");

	private static boolean speaksOf(ReleaseRule rule, String id) {
		return !INTERNAL.contains(id) || rule.effect() == Effect.DENY
				|| rule.attributes() instanceof AttributeSelection.Named;
	}

	/**
	 * Filters do not apply to a pairwise identifier: its value is opaque, and unknown
	 * until it is computed.
	 */
	private static boolean filterAccepts(ReleaseRule rule, String id, String value) {
		return id.equals(PairwiseIds.ID) || rule.values().accepts(value);
	}

	/**
	 * The decision about a value.
	 *
	 * @param released whether it is released
	 * @param rule the rule that decided
	 */
	record Verdict(boolean released, String rule) {
	}

}

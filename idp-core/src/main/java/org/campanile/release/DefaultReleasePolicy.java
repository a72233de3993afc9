package org.campanile.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.PrincipalDefinition;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.release.ReleaseRule.Effect;
import org.campanile.service.Service;

/**
 * Releases a value if some rule permits it and none denies it, whatever their order: a
 * denial is final, so that a rule which protects something cannot be undone by one added
 * later. The decision is named after the first rule that permits. The settings of a
 * service count as rules of their own, and so does the requirement of subject identifiers
 * in its metadata, which only the service's own {@code release} setting overrides.
 * Thread-safe.
 */
public final class DefaultReleasePolicy implements ReleasePolicy {

	/** The decision's name if no rule applies to the attribute. */
	public static final String NO_RULE = "no rule";

	/** The decision's name for the {@code release} and {@code withhold} settings. */
	public static final String SERVICE_OVERRIDE = "service override";

	/** The decision's name for the service's requirement of subject identifiers. */
	public static final String SUBJECT_ID_REQUIREMENT = "subject-id requirement";

	/** The decision's name if a permitted attribute could not be computed. */
	public static final String NO_VALUE = "no value";

	/** The ids of the subject identifier, of which services receive one. */
	public static final Set<String> SUBJECT_IDS = Set.of("subject-id", "samlSubjectID");

	private final List<ReleaseRule> rules;

	private final PairwiseIds pairwiseIds;

	/**
	 * @param rules the rules, in order
	 * @param pairwiseIds computes {@code pairwise-id} for services that may have it
	 */
	public DefaultReleasePolicy(List<ReleaseRule> rules, PairwiseIds pairwiseIds) {
		this.rules = List.copyOf(rules);
		this.pairwiseIds = pairwiseIds;
	}

	@Override
	public ReleasedAttributes release(ResolvedAttributes attributes, Service service, RequestedAttributes requested) {
		return explain(attributes, service, requested).released();
	}

	/**
	 * A release and its reasons.
	 *
	 * @param released the result of {@link #release}
	 * @param decisions one for each value
	 * @param pairwiseWithheldBy the rule by which {@code pairwise-id} is withheld, and
	 * therefore has no value; empty if it is released, or if no rule applies to it
	 */
	public record Explained(ReleasedAttributes released, List<ValueDecision> decisions,
			Optional<String> pairwiseWithheldBy) {

		public Explained {
			decisions = List.copyOf(decisions);
		}

	}

	/** Releases like {@link #release}, and also returns the decision about each value. */
	public Explained explain(ResolvedAttributes attributes, Service service, RequestedAttributes requested) {
		ServiceRules rules = new ServiceRules(rulesFor(service), requested);
		List<ReleasedAttribute> released = new ArrayList<>();
		List<ValueDecision> decisions = new ArrayList<>();
		// Computed first: whether it is released decides about subject-id if the service
		// accepts either. It depends on the service and is therefore not a resolved
		// attribute.
		ServiceRules.Verdict verdict = rules.decide(PairwiseIds.ID, "");
		if (verdict.released() && !allows(PairwiseIds.ID, service, requested, false)) {
			verdict = new ServiceRules.Verdict(false, SUBJECT_ID_REQUIREMENT);
		}
		Optional<AttributeValue> pairwise = verdict.released() ? pairwiseIds.compute(attributes, service.id())
				: Optional.empty();
		String rule = verdict.released() && pairwise.isEmpty() ? NO_VALUE : verdict.rule();
		pairwise.ifPresent(value -> {
			decisions.add(new ValueDecision(PairwiseIds.ID, value, true, rule));
			released.add(new ReleasedAttribute(PairwiseIds.ID, List.of(value)));
		});
		attributes.values().forEach((id, values) -> {
			if (!id.equals(PairwiseIds.ID)) {
				boolean allowed = allows(id, service, requested, pairwise.isPresent());
				List<ValueDecision> ofValues = values.stream().map(value -> decide(id, value, allowed, rules)).toList();
				decisions.addAll(ofValues);
				List<AttributeValue> permitted = ofValues.stream()
					.filter(ValueDecision::released)
					.map(ValueDecision::value)
					.toList();
				if (!permitted.isEmpty()) {
					released.add(new ReleasedAttribute(id, permitted));
				}
			}
		});
		return new Explained(new ReleasedAttributes(released), decisions,
				pairwise.isPresent() || rule.equals(NO_RULE) ? Optional.empty() : Optional.of(rule));
	}

	private static boolean allows(String id, Service service, RequestedAttributes requested, boolean pairwiseReleased) {
		return requested.allows(id, pairwiseReleased) || service.released().contains(id);
	}

	private static ValueDecision decide(String id, AttributeValue value, boolean allowed, ServiceRules rules) {
		ServiceRules.Verdict verdict = allowed ? rules.decide(id, value.text())
				: new ServiceRules.Verdict(false, SUBJECT_ID_REQUIREMENT);
		return new ValueDecision(id, value, verdict.released(), verdict.rule());
	}

	private List<ReleaseRule> rulesFor(Service service) {
		List<ReleaseRule> applicable = new ArrayList<>();
		override(Effect.DENY, service.withheld(), applicable);
		override(Effect.PERMIT, service.released(), applicable);
		for (ReleaseRule rule : rules) {
			if (rule.services().matches(service)) {
				applicable.add(rule);
			}
		}
		return applicable;
	}

	private static void override(Effect effect, Set<String> ids, List<ReleaseRule> rules) {
		if (!ids.isEmpty()) {
			rules.add(new ReleaseRule(SERVICE_OVERRIDE, effect, ServiceMatcher.EVERY, new AttributeSelection.Named(ids),
					ValueFilter.EVERY));
		}
	}

	/** The rules for one service, in order, applied to single values. */
	private record ServiceRules(List<ReleaseRule> rules, RequestedAttributes requested) {

		Verdict decide(String id, String value) {
			ReleaseRule permitting = null;
			for (ReleaseRule rule : rules) {
				if (!speaksOf(rule, id) || !selects(rule, id, value) || !filterAccepts(rule, id, value)) {
					continue;
				}
				if (rule.effect() == Effect.DENY) {
					return new Verdict(false, rule.name());
				}
				if (permitting == null) {
					permitting = rule;
				}
			}
			return permitting == null ? new Verdict(false, NO_RULE) : new Verdict(true, permitting.name());
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

		/** A denial of one subject identifier must not leave the other in its place. */
		private boolean selects(ReleaseRule rule, String id, String value) {
			if (rule.effect() == Effect.DENY && SUBJECT_IDS.contains(id)) {
				return SUBJECT_IDS.stream().anyMatch(either -> rule.attributes().selects(either, value, requested));
			}
			return rule.attributes().selects(id, value, requested);
		}

		/**
		 * A rule limited to values does not apply to a pairwise identifier, unless it
		 * denies it by name: its value is opaque, and unknown until it is computed.
		 */
		private static boolean filterAccepts(ReleaseRule rule, String id, String value) {
			if (id.equals(PairwiseIds.ID)) {
				return rule.values().equals(ValueFilter.EVERY)
						|| rule.effect() == Effect.DENY && rule.attributes() instanceof AttributeSelection.Named;
			}
			return rule.values().accepts(value);
		}

		/** The decision about a value. */
		record Verdict(boolean released, String rule) {
		}

	}

}

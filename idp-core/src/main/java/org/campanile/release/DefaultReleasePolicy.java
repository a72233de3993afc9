package org.campanile.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.release.ReleaseRule.Effect;
import org.campanile.service.Service;

/**
 * Releases a value if some rule permits it and none denies it, whatever their order: a
 * denial is final, so that a rule which protects something cannot be undone by one added
 * later. The first rule that permits gives the decision its name. The settings of a
 * service count as rules of their own, and so does what its metadata requires of subject
 * identifiers, which the service's own {@code release} setting alone overrides.
 * Thread-safe.
 */
public final class DefaultReleasePolicy implements ReleasePolicy {

	/** Names the decision where no rule speaks of the attribute. */
	public static final String NO_RULE = "no rule";

	/** Names the decision of the {@code release} and {@code withhold} settings. */
	public static final String SERVICE_OVERRIDE = "service override";

	/** Names the decision of what the service requires of subject identifiers. */
	public static final String SUBJECT_ID_REQUIREMENT = "subject-id requirement";

	/** Names the decision where a permitted attribute could not be computed. */
	public static final String NO_VALUE = "no value";

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
		return decide(attributes, service, requested, new Release(null));
	}

	/**
	 * As {@link #release}, with the decision about each value.
	 */
	public Explained explain(ResolvedAttributes attributes, Service service, RequestedAttributes requested) {
		List<ValueDecision> ofValues = new ArrayList<>();
		return new Explained(decide(attributes, service, requested, new Release(ofValues)), ofValues);
	}

	/**
	 * A release and its reasons.
	 *
	 * @param released what {@link #release} gives
	 * @param decisions one for each value
	 */
	public record Explained(ReleasedAttributes released, List<ValueDecision> decisions) {

		public Explained {
			decisions = List.copyOf(decisions);
		}

	}

	private ReleasedAttributes decide(ResolvedAttributes attributes, Service service, RequestedAttributes requested,
			Release release) {
		ServiceRules applicable = new ServiceRules(rulesFor(service), requested);
		// Computed first: whether it is released decides about subject-id where the
		// service takes either.
		boolean pairwise = pairwiseId(attributes, service, applicable, release);
		attributes.values().forEach((id, values) -> {
			if (id.equals(PairwiseIds.ID)) {
				return;
			}
			if (requested.allows(id, pairwise) || service.released().contains(id)) {
				release.add(id, values, applicable);
			}
			else {
				release.withhold(id, values, SUBJECT_ID_REQUIREMENT);
			}
		});
		return release.finish();
	}

	/**
	 * Releases {@code pairwise-id} if a rule names it. It depends on the service and is
	 * therefore no resolved attribute; filters on its value have nothing to say.
	 */
	private boolean pairwiseId(ResolvedAttributes attributes, Service service, ServiceRules applicable,
			Release release) {
		ServiceRules.Verdict verdict = applicable.decide(PairwiseIds.ID, "");
		if (!verdict.released()) {
			if (!verdict.rule().equals(NO_RULE)) {
				release.withhold(PairwiseIds.ID, 1, verdict.rule());
			}
			return false;
		}
		if (!applicable.requested().allows(PairwiseIds.ID, false) && !service.released().contains(PairwiseIds.ID)) {
			release.withhold(PairwiseIds.ID, 1, SUBJECT_ID_REQUIREMENT);
			return false;
		}
		Optional<AttributeValue> value = pairwiseIds.compute(attributes, service.id());
		if (value.isEmpty()) {
			release.withhold(PairwiseIds.ID, 0, NO_VALUE);
			return false;
		}
		release.decided(PairwiseIds.ID, value.get(), true, verdict.rule());
		release.permit(PairwiseIds.ID, List.of(value.get()), 0, verdict.rule());
		return true;
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

}

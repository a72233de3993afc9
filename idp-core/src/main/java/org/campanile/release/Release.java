package org.campanile.release;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.campanile.attribute.AttributeValue;
import org.jspecify.annotations.Nullable;

/** One release while it is being decided. Used by one thread, once. */
final class Release {

	private final List<ReleasedAttribute> attributes = new ArrayList<>();

	private final List<ReleaseDecision> decisions = new ArrayList<>();

	private final @Nullable List<ValueDecision> ofValues;

	/**
	 * @param ofValues takes the decision about each value; null if nobody wants to know
	 */
	Release(@Nullable List<ValueDecision> ofValues) {
		this.ofValues = ofValues;
	}

	/** Decides about each value of an attribute. */
	void add(String id, List<AttributeValue> values, ServiceRules rules) {
		List<AttributeValue> released = new ArrayList<>(values.size());
		Set<String> permitting = new LinkedHashSet<>();
		Set<String> refusing = new LinkedHashSet<>();
		for (AttributeValue value : values) {
			ServiceRules.Verdict verdict = rules.decide(id, value.text());
			decided(id, value, verdict.released(), verdict.rule());
			if (verdict.released()) {
				released.add(value);
				permitting.add(verdict.rule());
			}
			else {
				refusing.add(verdict.rule());
			}
		}
		if (released.isEmpty()) {
			withhold(id, values.size(), decisive(refusing));
			return;
		}
		// That no rule speaks of the other values goes without saying; a denial does not.
		refusing.remove(DefaultReleasePolicy.NO_RULE);
		permitting.addAll(refusing);
		permit(id, released, values.size() - released.size(), String.join(", ", permitting));
	}

	void decided(String id, AttributeValue value, boolean released, String rule) {
		if (ofValues != null) {
			ofValues.add(new ValueDecision(id, value, released, rule));
		}
	}

	void permit(String id, List<AttributeValue> values, int withheld, String rule) {
		attributes.add(new ReleasedAttribute(id, values));
		decisions.add(new ReleaseDecision(id, values.size(), withheld, rule));
	}

	void withhold(String id, List<AttributeValue> values, String rule) {
		values.forEach(value -> decided(id, value, false, rule));
		withhold(id, values.size(), rule);
	}

	void withhold(String id, int values, String rule) {
		decisions.add(new ReleaseDecision(id, 0, values, rule));
	}

	ReleasedAttributes finish() {
		return new ReleasedAttributes(attributes, decisions);
	}

	private static String decisive(Set<String> refusing) {
		Set<String> rules = new LinkedHashSet<>(refusing);
		if (rules.size() > 1) {
			rules.remove(DefaultReleasePolicy.NO_RULE);
		}
		return String.join(", ", rules);
	}

}

package org.campanile.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.campanile.attribute.Derivation;
import org.campanile.explain.Explanation.Attribute;
import org.campanile.explain.Explanation.Source;
import org.campanile.explain.Explanation.Value;
import org.campanile.release.DefaultReleasePolicy;
import org.campanile.release.PairwiseIds;
import org.campanile.release.ValueDecision;

/**
 * Explains for each attribute whether it is released, and why. Used by one thread, once.
 */
final class AttributeNotes {

	private final UserSource users;

	private final Predicate<String> sources;

	private final Map<String, String> ofSources = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

	/**
	 * @param sources whether a source other than that of users provides an attribute
	 */
	AttributeNotes(UserSource users, Predicate<String> sources) {
		this.users = users;
		this.sources = sources;
	}

	List<Attribute> of(List<Derivation> derivations, DefaultReleasePolicy.Explained release) {
		List<Attribute> attributes = new ArrayList<>();
		for (Derivation derivation : derivations) {
			attributes.add(new Attribute(derivation.id(), derivation.builtIn(),
					derivation.sources().stream().map(source -> new Source(source.name(), source.place())).toList(),
					values(derivation.id(), release), remarks(derivation)));
		}
		List<Value> pairwise = values(PairwiseIds.ID, release);
		if (!pairwise.isEmpty() || release.pairwiseWithheldBy().isPresent()) {
			attributes.add(new Attribute(PairwiseIds.ID, true, List.of(), pairwise,
					release.pairwiseWithheldBy().map(AttributeNotes::withheld).stream().toList()));
		}
		return attributes;
	}

	private static List<Value> values(String id, DefaultReleasePolicy.Explained release) {
		return release.decisions()
			.stream()
			.filter(decision -> decision.attributeId().equals(id))
			.map(AttributeNotes::value)
			.toList();
	}

	private static Value value(ValueDecision decision) {
		return new Value(decision.value().text(), decision.released(), decision.rule());
	}

	private static String withheld(String rule) {
		return rule.equals(DefaultReleasePolicy.NO_VALUE)
				? "permitted, but it cannot be computed: its source needs exactly one value, and campanile.scopes a scope"
				: "not computed, for it is withheld by " + rule;
	}

	private List<String> remarks(Derivation derivation) {
		List<String> remarks = new ArrayList<>();
		derivation.leftOut().forEach(reason -> remarks.add("a value was left out: " + reason));
		if (!derivation.values().isEmpty() || !remarks.isEmpty()) {
			return remarks;
		}
		List<Derivation.Source> without = derivation.sources()
			.stream()
			.filter(Predicate.not(Derivation.Source::hasValues))
			.toList();
		if (without.isEmpty()) {
			remarks.add("no value: its definition makes none of the values of "
					+ derivation.sources().stream().map(Derivation.Source::name).collect(Collectors.joining(", ")));
		}
		for (Derivation.Source source : without) {
			remarks.add("no value: " + source.name() + " has none" + why(derivation, source));
		}
		return remarks;
	}

	private String why(Derivation derivation, Derivation.Source source) {
		List<String> reasons = new ArrayList<>();
		if (!source.silent().isEmpty()) {
			reasons.add(String.join(", ", source.silent()) + " did not answer");
		}
		new TreeMap<>(source.notAsked()).forEach((id, reason) -> reasons.add(id + " has no answer, because " + reason));
		if (!reasons.isEmpty()) {
			return ", and " + String.join(", and ", reasons);
		}
		return derivation.builtIn() || isDefinition(source) || sources.test(source.name()) ? ""
				: ofSources.computeIfAbsent(source.name(), users::whyWithout);
	}

	private static boolean isDefinition(Derivation.Source source) {
		return source.place().equals(Derivation.DEFINITION);
	}

}

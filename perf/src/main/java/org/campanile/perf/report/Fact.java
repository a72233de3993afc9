package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.perf.result.CellResult;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a cell, taken apart by its name: {@code 25, bytes} is of step 25,
 * {@code slice 3, threads} of slice 3; extremes such as {@code bytes, lowest} belong to
 * the figure they are of.
 *
 * @param step its label; empty if it belongs to none
 * @param name what it is
 * @param value median, if there are extremes
 * @param printed with the extremes
 */
record Fact(String step, String name, double value, String printed) {

	private static final String LOWEST = ", lowest";

	private static final String HIGHEST = ", highest";

	private static final String MEDIAN = ", median";

	/** All of a cell. */
	static List<Fact> of(CellResult cell) {
		List<String> labels = cell.steps()
			.stream()
			.map(step -> step.label())
			.distinct()
			.sorted(Comparator.comparingInt(String::length).reversed())
			.toList();
		List<Fact> facts = new ArrayList<>();
		cell.facts().forEach((key, value) -> {
			if (!isExtreme(cell.facts(), key)) {
				String base = without(key, MEDIAN);
				String printed = printed(cell.facts(), base, value);
				facts.add(labels.stream()
					.flatMap(label -> ofStep(label, base, value, printed).stream())
					.findFirst()
					.orElseGet(() -> new Fact("", base, value, printed)));
			}
		});
		return facts;
	}

	private static Optional<Fact> ofStep(String label, String base, double value, String printed) {
		return Stream.of(label + ", ", "slice " + label + ", ")
			.filter(base::startsWith)
			.map(prefix -> new Fact(label, base.substring(prefix.length()), value, printed))
			.findFirst();
	}

	private static String printed(Map<String, Double> facts, String base, double value) {
		@Nullable Double lowest = facts.get(base + LOWEST);
		@Nullable Double highest = facts.get(base + HIGHEST);
		return lowest == null || highest == null ? Numbers.of(value)
				: Numbers.range(Numbers.of(value), Numbers.of(lowest), Numbers.of(highest));
	}

	private static boolean isExtreme(Map<String, Double> facts, String key) {
		return Stream.of(LOWEST, HIGHEST)
			.filter(key::endsWith)
			.map(suffix -> without(key, suffix))
			.anyMatch(base -> facts.containsKey(base) || facts.containsKey(base + MEDIAN));
	}

	private static String without(String text, String suffix) {
		return text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
	}

}

package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.result.Interval;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;

/**
 * All repeats of one step of a cell.
 *
 * @param label of the step
 * @param repeats at least one, in the order they were measured
 */
record RepeatedStep(String label, List<StepResult> repeats) {

	/** The steps of a cell, in the order of their first repeat. */
	static List<RepeatedStep> of(CellResult cell) {
		Map<String, List<StepResult>> byLabel = new LinkedHashMap<>();
		for (StepResult step : cell.steps()) {
			byLabel.computeIfAbsent(step.label(), absent -> new ArrayList<>()).add(step);
		}
		return byLabel.entrySet().stream().map(entry -> new RepeatedStep(entry.getKey(), entry.getValue())).toList();
	}

	/** One step of a cell, if it was measured. */
	static Optional<RepeatedStep> of(CellResult cell, String label) {
		return of(cell).stream().filter(step -> step.label().equals(label)).findFirst();
	}

	Optional<Spread> spread(Figure figure) {
		return Spread.of(repeats.stream().mapToDouble(figure::of));
	}

	/** The median; not a number where there is none. */
	double median(Figure figure) {
		return spread(figure).map(Spread::median).orElse(Double.NaN);
	}

	/** As it is printed. */
	String print(Figure figure) {
		return Numbers.of(spread(figure), figure.decimals());
	}

	/**
	 * How many times a figure of another step this one's is. Repeats are compared pair by
	 * pair: what made the machine slow for a while slowed both.
	 */
	Optional<Interval> ratio(RepeatedStep base, Figure figure) {
		return Interval.of(repeats.stream()
			.flatMap(step -> base.repeats.stream()
				.filter(other -> other.repeat() == step.repeat())
				.map(other -> figure.of(step) / figure.of(other)))
			.mapToDouble(Double::doubleValue)
			.toArray());
	}

	/** What steps are called, and the numbers in it. */
	static final class Labels {

		private static final Pattern NUMBER = Pattern.compile("^\\D{0,40}?(\\d[\\d,]*(?:\\.\\d+)?)");

		private Labels() {
		}

		/** Those of all cells, by their numbers if all have one, else as they came. */
		static List<String> of(RunResult run) {
			List<String> labels = run.cells()
				.stream()
				.map(CellResult::steps)
				.flatMap(List::stream)
				.map(StepResult::label)
				.distinct()
				.toList();
			return areNumbers(labels)
					? labels.stream().sorted(Comparator.comparingDouble(label -> number(label).orElse(0))).toList()
					: labels;
		}

		/** Whether each has a number, and no two the same. */
		static boolean areNumbers(List<String> labels) {
			return labels.stream().allMatch(label -> number(label).isPresent())
					&& labels.stream().mapToDouble(label -> number(label).orElse(0)).distinct().count() == labels
						.size();
		}

		/** The first number in it. */
		static OptionalDouble number(String label) {
			Matcher matcher = NUMBER.matcher(label);
			return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1).replace(",", "")))
					: OptionalDouble.empty();
		}

	}

}

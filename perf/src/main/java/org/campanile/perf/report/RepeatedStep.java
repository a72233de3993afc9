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
 * @param label label of the step
 * @param repeats at least one, in the order of their measurement
 */
record RepeatedStep(String label, List<StepResult> repeats) {

	/** Returns the steps of a cell, in the order of their first repeat. */
	static List<RepeatedStep> of(CellResult cell) {
		Map<String, List<StepResult>> byLabel = new LinkedHashMap<>();
		for (StepResult step : cell.steps()) {
			byLabel.computeIfAbsent(step.label(), absent -> new ArrayList<>()).add(step);
		}
		return byLabel.entrySet().stream().map(entry -> new RepeatedStep(entry.getKey(), entry.getValue())).toList();
	}

	/** Returns one step of a cell, if it was measured. */
	static Optional<RepeatedStep> of(CellResult cell, String label) {
		return of(cell).stream().filter(step -> step.label().equals(label)).findFirst();
	}

	Optional<Spread> spread(Figure figure) {
		return Spread.of(repeats.stream().mapToDouble(figure::of));
	}

	/** Returns the median of a figure; not a number if there is none. */
	double median(Figure figure) {
		return spread(figure).map(Spread::median).orElse(Double.NaN);
	}

	/** Formats a figure for printing. */
	String print(Figure figure) {
		return Numbers.of(spread(figure), figure.decimals());
	}

	/**
	 * Returns the ratio of a figure to that of another step. Repeats are compared in
	 * pairs, as both of a pair suffered when the machine was slow for a while.
	 */
	Optional<Interval> ratio(RepeatedStep base, Figure figure) {
		return Interval.of(repeats.stream()
			.flatMap(step -> base.repeats.stream()
				.filter(other -> other.repeat() == step.repeat())
				.map(other -> figure.of(step) / figure.of(other)))
			.mapToDouble(Double::doubleValue)
			.toArray());
	}

	/** The labels of steps, and the numbers in them. */
	static final class Labels {

		private static final Pattern NUMBER = Pattern.compile("^\\D{0,40}?(\\d[\\d,]*(?:\\.\\d+)?)");

		private Labels() {
		}

		/** Returns all cells' labels, by number if all have one, else as they appear. */
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

		/** Whether each label has a number, and all numbers differ. */
		static boolean areNumbers(List<String> labels) {
			return labels.stream().allMatch(label -> number(label).isPresent())
					&& labels.stream().mapToDouble(label -> number(label).orElse(0)).distinct().count() == labels
						.size();
		}

		/** Returns the first number in a label, if there is one. */
		static OptionalDouble number(String label) {
			Matcher matcher = NUMBER.matcher(label);
			return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1).replace(",", "")))
					: OptionalDouble.empty();
		}

	}

}

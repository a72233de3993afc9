package org.campanile.perf.report;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;

/** What steps are called, and the numbers in it. */
final class Labels {

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
				&& labels.stream().mapToDouble(label -> number(label).orElse(0)).distinct().count() == labels.size();
	}

	/** The first number in it. */
	static OptionalDouble number(String label) {
		Matcher matcher = NUMBER.matcher(label);
		return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1).replace(",", "")))
				: OptionalDouble.empty();
	}

}

package org.campanile.perf.report;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.CellResult;
import org.campanile.perf.result.StepResult;
import org.jspecify.annotations.Nullable;

/**
 * What servers count of the stages of a login, as {@code stage sign: seconds} and
 * {@code stage sign: times}.
 */
final class StageCounters {

	private static final Pattern NAME = Pattern.compile("stage (.+): (?:seconds|times)");

	private StageCounters() {
	}

	/** The stage that a counter is of. */
	static Optional<String> stage(String counter) {
		Matcher matcher = NAME.matcher(counter);
		return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
	}

	/** Average time that a login spends in each stage. */
	static List<Figure> figures(CellResult cell) {
		TreeSet<String> stages = new TreeSet<>();
		cell.steps()
			.forEach(step -> step.counters().keySet().forEach(counter -> stage(counter).ifPresent(stages::add)));
		return stages.stream().map(stage -> new Figure(stage + ", ms", 3, step -> millis(step, stage))).toList();
	}

	static Table table(MeasuredRun run) {
		List<Figure> figures = run.cells()
			.stream()
			.map(StageCounters::figures)
			.reduce(List.of(), (one, other) -> one.size() >= other.size() ? one : other);
		return Tables.byStep(run, "Average time in each stage of a login", "stage", figures);
	}

	/** With waiting: it is not processor time. */
	private static double millis(StepResult step, String stage) {
		@Nullable Double seconds = step.counters().get("stage " + stage + ": seconds");
		long answers = step.load().logins() + step.load().signOns();
		return seconds == null || answers == 0 ? Double.NaN : seconds * 1_000 / answers;
	}

}

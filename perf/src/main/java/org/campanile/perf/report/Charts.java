package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

import org.campanile.perf.report.FactTables.Fact;
import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.result.LoadResult.Second;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;

/** Plots that several scenarios share. */
final class Charts {

	private static final List<Figure> ROLES = List.of(Figure.CPU_IDP.as("IdP", 2, 1),
			Figure.CPU_DIRECTORY.as("directory", 2, 1), Figure.CPU_DATABASE.as("database", 2, 1),
			Figure.CPU_PROXY.as("proxy", 2, 1), Figure.CPU_SERVICE.as("service", 2, 1));

	private static final int POINTS = 400;

	private Charts() {
	}

	/** Returns a chart with a line for each cell; bars if steps have no numbers. */
	static Chart byStep(MeasuredRun run, String title, String across, Figure figure) {
		List<String> labels = Labels.of(run.result());
		boolean numbers = labels.size() > 1 && Labels.areNumbers(labels);
		List<Series> series = Tables.measured(run)
			.stream()
			.filter(cell -> Tables.hasAny(cell, figure))
			.map(cell -> new Series(cell.name(), IntStream.range(0, labels.size())
				.filter(index -> RepeatedStep.of(cell, labels.get(index)).isPresent())
				.mapToObj(index -> new Point(numbers ? Labels.number(labels.get(index)).orElse(index) : index,
						RepeatedStep.of(cell, labels.get(index)).map(step -> step.median(figure)).orElse(Double.NaN)))
				.toList()))
			.toList();
		return new Chart(run.caption(title), numbers ? line(labels) : Shape.BARS, across, figure.name(),
				numbers ? List.of() : labels, series);
	}

	/**
	 * Plots the processor time of a login by cell, at the step with most logins; of a
	 * single cell that of every step.
	 */
	static Chart cpu(MeasuredRun run) {
		List<CellResult> cells = Tables.measured(run)
			.stream()
			.filter(cell -> Tables.hasAny(cell, Figure.CPU_IDP))
			.toList();
		List<String> categories = new ArrayList<>();
		List<RepeatedStep> steps = new ArrayList<>();
		boolean single = cells.size() == 1;
		for (CellResult cell : cells) {
			List<RepeatedStep> all = RepeatedStep.of(cell);
			for (RepeatedStep step : single ? all : busiest(all).stream().toList()) {
				categories.add(single ? step.label() : cell.name() + ", " + step.label());
				steps.add(step);
			}
		}
		List<Series> series = ROLES.stream()
			.map(role -> Series.of(role.name(), steps.size(), index -> steps.get(index).median(role)))
			.filter(one -> one.points().stream().anyMatch(point -> Double.isFinite(point.y())))
			.toList();
		return new Chart(
				run.caption("Processor time of a login" + (single ? "" : ", at the step with the most logins")),
				Shape.STACKED_BARS, "", "CPU ms/login", categories, series);
	}

	/** Returns the step with most logins, without those of sign-ons and pages. */
	private static Optional<RepeatedStep> busiest(List<RepeatedStep> steps) {
		return steps.stream()
			.filter(step -> step.repeats().getFirst().load().answering().equals("login"))
			.reduce((one, other) -> other.median(Figure.LOGINS_PER_SECOND) > one.median(Figure.LOGINS_PER_SECOND)
					? other : one);
	}

	private static Shape line(List<String> labels) {
		double[] numbers = labels.stream().mapToDouble(label -> Labels.number(label).orElse(0)).sorted().toArray();
		return numbers[0] > 0 && numbers[numbers.length - 1] / numbers[0] >= 400 ? Shape.LINE_LOGARITHMIC : Shape.LINE;
	}

	/** Plots the logins in each second, for the first repeat of every step. */
	static Chart loginsBySecond(MeasuredRun run, CellResult cell) {
		return bySecond(run, cell, "logins in each second", "logins/s", Second::logins);
	}

	/** Plots the average latency in each second; a gap if nothing was answered. */
	static Chart latencyBySecond(MeasuredRun run, CellResult cell) {
		return bySecond(run, cell, "average latency in each second", "ms",
				second -> second.meanMillis() > 0 ? second.meanMillis() : Double.NaN);
	}

	/** Returns a chart of the failed requests in each second. */
	static Chart failuresBySecond(MeasuredRun run, CellResult cell) {
		return bySecond(run, cell, "failed requests in each second", "failed/s", Second::failures);
	}

	/** Returns a chart by seconds, thinned out if there are more than can be seen. */
	private static Chart bySecond(MeasuredRun run, CellResult cell, String what, String up,
			ToDoubleFunction<Second> value) {
		List<Series> series = RepeatedStep.of(cell)
			.stream()
			.map(step -> new Series(step.label(), thinned(step.repeats().getFirst().load().series(), value)))
			.filter(one -> !one.points().isEmpty())
			.toList();
		return new Chart(run.caption(cell.name() + ": " + what), Shape.LINE, "second of the step", up, List.of(),
				series);
	}

	/**
	 * Plots a fact that was recorded after each step over the minutes of load until then,
	 * with a line for each process.
	 * @param fact the fact's name, without that of a process
	 * @param unit the unit of the plot, as a number of those of the fact
	 */
	static Chart factOverTime(MeasuredRun run, CellResult cell, String fact, String what, String up, double unit) {
		List<Fact> facts = Fact.of(cell).stream().filter(one -> (", " + one.name()).endsWith(", " + fact)).toList();
		Map<String, List<Point>> lines = new LinkedHashMap<>();
		double seconds = 0;
		for (StepResult step : cell.steps()) {
			seconds += step.load().seconds();
			for (Fact one : facts) {
				if (one.step().equals(step.label())) {
					String name = one.name().equals(fact) ? cell.name() : one.name().replace(", " + fact, "");
					lines.computeIfAbsent(name, absent -> new ArrayList<>())
						.add(new Point(seconds / 60, one.value() / unit));
				}
			}
		}
		List<Series> series = lines.entrySet()
			.stream()
			.map(line -> new Series(line.getKey(), line.getValue()))
			.toList();
		return new Chart(run.caption(cell.name() + ": " + what), Shape.LINE, "minutes of load", up, List.of(), series);
	}

	/** Returns averages over equal stretches of time. */
	static List<Point> thinned(List<Second> seconds, ToDoubleFunction<Second> value) {
		int stretch = Math.max(1, (seconds.size() + POINTS - 1) / POINTS);
		List<Point> points = new ArrayList<>();
		for (int from = 0; from < seconds.size(); from += stretch) {
			List<Second> some = seconds.subList(from, Math.min(seconds.size(), from + stretch));
			points.add(new Point(from + (some.size() - 1) / 2.0,
					some.stream().mapToDouble(value).filter(Double::isFinite).average().orElse(Double.NaN)));
		}
		return points;
	}

}

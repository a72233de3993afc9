package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.result.CellResult;

/** Plots that several scenarios have. */
final class Charts {

	private static final List<Figure> ROLES = List.of(Figure.CPU_IDP.as("IdP", 2, 1),
			Figure.CPU_DIRECTORY.as("directory", 2, 1), Figure.CPU_DATABASE.as("database", 2, 1),
			Figure.CPU_PROXY.as("proxy", 2, 1), Figure.CPU_SERVICE.as("service", 2, 1));

	private Charts() {
	}

	/** A line for each cell, or bars where steps have no numbers. */
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

	/** Processor time of a login in each cell, at the step that was measured in most. */
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
			for (RepeatedStep step : single ? all : List.of(busiest(all))) {
				categories.add(single ? step.label() : cell.name() + ", " + step.label());
				steps.add(step);
			}
		}
		List<Series> series = ROLES.stream()
			.map(role -> new Series(role.name(),
					IntStream.range(0, steps.size())
						.mapToObj(index -> new Point(index, steps.get(index).median(role)))
						.toList()))
			.filter(one -> one.points().stream().anyMatch(point -> Double.isFinite(point.y())))
			.toList();
		return new Chart(
				run.caption("Processor time of a login" + (single ? "" : ", at the step with the most logins")),
				Shape.STACKED_BARS, "", "CPU ms/login", categories, series);
	}

	private static RepeatedStep busiest(List<RepeatedStep> steps) {
		return steps.stream()
			.reduce((one, other) -> other.median(Figure.LOGINS_PER_SECOND) > one.median(Figure.LOGINS_PER_SECOND)
					? other : one)
			.orElseThrow();
	}

	private static Shape line(List<String> labels) {
		double[] numbers = labels.stream().mapToDouble(label -> Labels.number(label).orElse(0)).sorted().toArray();
		return numbers[0] > 0 && numbers[numbers.length - 1] / numbers[0] >= 400 ? Shape.LINE_LOGARITHMIC : Shape.LINE;
	}

}

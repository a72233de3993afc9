package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.result.CellResult;
import org.campanile.perf.result.LatencyResult;
import org.campanile.perf.result.StepResult;

/** {@code privacyidea}: one login after the other, every response in order. */
record PrivacyideaView() implements ScenarioView {

	private static final List<Figure> FIGURES = List.of(Figure.P50.as("median, ms", 1, 1), Figure.MEAN,
			Figure.latency("min, ms", 1, LatencyResult::min), Figure.P99, Figure.MAX,
			half("median of the first half, ms", 0), half("median of the second half, ms", 1), Figure.FAILED);

	@Override
	public List<Block> blocks(MeasuredRun run) {
		List<Block> blocks = new ArrayList<>();
		blocks.add(Tables.byFigure(run, "Response times of logins one after the other", "users at once", FIGURES));
		List<Block> charts = new ArrayList<>();
		for (CellResult cell : run.cells()) {
			cell.steps()
				.stream()
				.filter(step -> !step.load().inOrder().isEmpty())
				.findFirst()
				.ifPresent(step -> charts.add(dots(run, cell, step)));
		}
		if (!charts.isEmpty()) {
			blocks.add(new Beside(charts));
		}
		return List.copyOf(blocks);
	}

	private static Chart dots(MeasuredRun run, CellResult cell, StepResult step) {
		List<Double> millis = step.load().inOrder();
		List<Point> points = IntStream.range(0, millis.size())
			.mapToObj(index -> new Point(index + 1, millis.get(index)))
			.toList();
		return new Chart(run.caption(cell.name() + ": every response in order"), Shape.DOTS, "login", "ms", List.of(),
				List.of(new Series("response", points)));
	}

	/** A cache that fills shows as a second half that is faster. */
	private static Figure half(String name, int which) {
		return new Figure(name, 1, step -> {
			List<Double> millis = step.load().inOrder();
			int middle = millis.size() / 2;
			double[] sorted = (which == 0 ? millis.subList(0, middle) : millis.subList(middle, millis.size())).stream()
				.mapToDouble(Double::doubleValue)
				.sorted()
				.toArray();
			return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
		});
	}

}

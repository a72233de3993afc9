package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Chart.Point;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.result.CellResult;
import org.campanile.perf.result.LoadResult.Second;

/** What happened second by second, thinned out where there are more than can be seen. */
final class SecondsChart {

	private static final int POINTS = 400;

	private SecondsChart() {
	}

	/** Logins in each second, of the first repeat of every step. */
	static Chart logins(MeasuredRun run, CellResult cell) {
		return chart(run, cell, "logins in each second", "logins/s", Second::logins);
	}

	/** Average latency in each second; a gap where nothing was answered. */
	static Chart latency(MeasuredRun run, CellResult cell) {
		return chart(run, cell, "average latency in each second", "ms",
				second -> second.meanMillis() > 0 ? second.meanMillis() : Double.NaN);
	}

	/** Failed requests in each second. */
	static Chart failures(MeasuredRun run, CellResult cell) {
		return chart(run, cell, "failed requests in each second", "failed/s", Second::failures);
	}

	private static Chart chart(MeasuredRun run, CellResult cell, String what, String up,
			ToDoubleFunction<Second> value) {
		List<Series> series = RepeatedStep.of(cell)
			.stream()
			.map(step -> new Series(step.label(), thinned(step.repeats().getFirst().load().series(), value)))
			.filter(one -> !one.points().isEmpty())
			.toList();
		return new Chart(run.caption(cell.name() + ": " + what), Shape.LINE, "second of the step", up, List.of(),
				series);
	}

	/** Averages over equal stretches. */
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

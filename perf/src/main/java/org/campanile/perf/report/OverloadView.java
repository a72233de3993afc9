package org.campanile.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Chart.Series;
import org.campanile.perf.report.document.Chart.Shape;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.Spread;

/** The view of {@code overload}: what servers do with more load than they can handle. */
final class OverloadView {

	private static final Figure GOODPUT = Figure.LOGINS_PER_SECOND.as("goodput, logins/s", 1, 1);

	private static final Figure REFUSED = new Figure("refused/s", 1, step -> step.load().each(refused(step)));

	private static final Figure OTHERS = new Figure("failed otherwise/s", 2,
			step -> step.load().each(step.load().failed() - refused(step)));

	private static final Figure P99 = Figure.of(LoadResult.WHOLE_LOGIN, "99 %, ms", 1, LatencyResult::p99);

	private static final List<Figure> FIGURES = List.of(
			Figure.of(LoadResult.WHOLE_LOGIN, "50 %, ms", 1, LatencyResult::p50), P99,
			Figure.of(LoadResult.WHOLE_LOGIN, "max, ms", 0, LatencyResult::max), REFUSED, OTHERS, Figure.CPU_IDP,
			Figure.COMPILING, Figure.GENERATOR, Figure.IDLE, Figure.STOLEN, Figure.THROTTLED);

	private OverloadView() {
	}

	/** Returns the tables and plots of one run. */
	static List<Block> blocks(MeasuredRun run) {
		double best = best(run);
		List<String> columns = new ArrayList<>(List.of(GOODPUT.name(), "% of the best"));
		FIGURES.forEach(figure -> columns.add(figure.name()));
		List<Group> groups = Tables.measured(run).stream().map(cell -> group(cell, best)).toList();
		List<Block> blocks = new ArrayList<>();
		blocks.add(Table.grouped(run.caption("Goodput, and latency of admitted logins"), "offered", columns, groups)
			.withNote("The best step of the run did " + Numbers.of(best, 1)
					+ " logins/s. Latencies are of admitted logins, from the first request to the assertion, without pauses. "
					+ "Refused: answered with 503."));
		blocks.addAll(FactTables.facts(run));
		blocks.add(new Beside(List.of(curve(run, "Goodput by what is offered", GOODPUT),
				curve(run, "Latency by what is offered, 99 % of logins", P99))));
		return List.copyOf(blocks);
	}

	/** Returns the highest rate of any step. */
	private static double best(MeasuredRun run) {
		return run.steps().mapToDouble(GOODPUT::of).filter(Double::isFinite).max().orElse(Double.NaN);
	}

	private static Group group(CellResult cell, double best) {
		return new Group(cell.name(), RepeatedStep.of(cell).stream().map(step -> row(step, best)).toList());
	}

	private static Row row(RepeatedStep step, double best) {
		List<String> cells = new ArrayList<>();
		cells.add(step.print(GOODPUT));
		Optional<Spread> share = step.spread(GOODPUT.as("", 1, 100 / best));
		cells.add(Numbers.of(share, 1));
		FIGURES.forEach(figure -> cells.add(step.print(figure)));
		return new Row(step.label(), cells);
	}

	/** Plots a figure over the multiples of saturation; a table has the other steps. */
	private static Chart curve(MeasuredRun run, String title, Figure figure) {
		List<CellResult> cells = Tables.measured(run).stream().filter(cell -> !multiples(cell).isEmpty()).toList();
		List<String> offered = cells.stream().flatMap(cell -> multiples(cell).stream()).distinct().toList();
		List<Series> series = cells.stream()
			.map(cell -> Series.of(cell.name(), offered.size(),
					index -> RepeatedStep.of(cell, offered.get(index))
						.map(step -> step.median(figure))
						.orElse(Double.NaN)))
			.toList();
		return new Chart(run.caption(title), Shape.LINE, "offered", figure.name(), offered, series);
	}

	private static List<String> multiples(CellResult cell) {
		return RepeatedStep.of(cell)
			.stream()
			.map(RepeatedStep::label)
			.filter(label -> label.matches("\\d+(\\.\\d+)?×|[\\d,]+ users"))
			.toList();
	}

	private static long refused(StepResult step) {
		return step.load().failures().getOrDefault("status-503", 0L);
	}

}

package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.report.document.Table.Group;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.result.LatencyResult;

/** {@code virginia-tech}: the steps of a login apart, run by run. */
record VirginiaTechView() implements ScenarioView {

	private static final Figure REQUESTS = new Figure("GET req/s", 1, step -> step.load().requests().containsKey("form")
			? step.load().each(step.load().requests().get("form").count()) : Double.NaN);

	private static final List<Figure> FIGURES = List.of(Figure.of("form", "GET avg, ms", 1, LatencyResult::mean),
			Figure.of("form", "GET st. dev., ms", 1, LatencyResult::deviation), REQUESTS,
			Figure.of("login", "POST avg, ms", 1, LatencyResult::mean),
			Figure.of("login", "POST st. dev., ms", 1, LatencyResult::deviation),
			Figure.LOGINS_PER_SECOND.as("POST req/s", 1, 1));

	@Override
	public List<Block> blocks(MeasuredRun run) {
		List<Group> groups = Tables.measured(run)
			.stream()
			.map(cell -> new Group(cell.name(), cell.steps()
				.stream()
				.map(step -> new Row(step.label() + " users, run " + step.repeat(),
						FIGURES.stream().map(figure -> Numbers.of(figure.of(step), figure.decimals())).toList()))
				.toList()))
			.toList();
		return List.of(Table.grouped(run.caption("Latency of the login page and of the login step, run by run"), "run",
				FIGURES.stream().map(Figure::name).toList(), groups));
	}

}

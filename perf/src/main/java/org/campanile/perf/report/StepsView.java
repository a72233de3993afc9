package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;

/** Scenarios that were not published: every cell with latency, throughput and cost. */
record StepsView() implements ScenarioView {

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND, Figure.MEAN, Figure.P50, Figure.P90,
			Figure.P99, Figure.MAX, Figure.FAILED, Figure.CPU_IDP, Figure.CPU_DATABASE, Figure.CPU_PROXY);

	@Override
	public List<Block> blocks(MeasuredRun run) {
		if (Tables.measured(run).isEmpty()) {
			return List.of();
		}
		return List.of(Tables.byFigure(run, "Throughput, latency and cost", "step", FIGURES),
				new Beside(List.of(Charts.byStep(run, "Throughput", "step", Figure.LOGINS_PER_SECOND),
						Charts.byStep(run, "Latency, 90 % of logins", "step", Figure.P90))));
	}

}

package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;

/** {@code memphis} and {@code chicago}: growing numbers of users, in seconds. */
record UsersView() implements ScenarioView {

	private static final List<Figure> FIGURES = List.of(Figure.MEAN.as("avg, s", 3, 1e-3),
			Figure.P90.as("90 %, s", 3, 1e-3), Figure.MAX.as("max, s", 3, 1e-3),
			Figure.LOGINS_PER_SECOND.as("req/s", 1, 1), Figure.FAILED);

	@Override
	public List<Block> blocks(MeasuredRun run) {
		return List.of(
				Tables.byStep(run, "Latency of the login step and sound logins a second, by users at once", "users",
						FIGURES),
				new Block.Beside(List.of(Charts.byStep(run, "Throughput", "users at once", Figure.LOGINS_PER_SECOND),
						Charts.byStep(run, "Latency, 90 % of logins", "users at once", Figure.P90))));
	}

}

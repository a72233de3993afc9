package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.result.LatencyResult;
import org.campanile.perf.result.ProcessRole;

/** {@code sentinel}: response times of the first step under an open load. */
record SentinelView() implements ScenarioView {

	private static final Figure BUSY = Figure.busy("IdP", ProcessRole.IDENTITY_PROVIDER);

	private static final List<Figure> FIGURES = List.of(Figure.LOGINS_PER_SECOND.as("sessions/s", 1, 1),
			Figure.of("form", "first step 50 %, ms", 1, LatencyResult::p50),
			Figure.of("form", "first step 90 %, ms", 1, LatencyResult::p90),
			Figure.of("form", "first step 95 %, ms", 1, LatencyResult::p95),
			Figure.of("form", "first step 99 %, ms", 1, LatencyResult::p99),
			Figure.of("login", "login 50 %, ms", 1, LatencyResult::p50),
			Figure.of("login", "login 99 %, ms", 1, LatencyResult::p99), BUSY,
			new Figure("sessions/s for each busy core", 1,
					step -> Figure.LOGINS_PER_SECOND.of(step) * 100 / BUSY.of(step)),
			Figure.HEAP, Figure.FAILED);

	@Override
	public List<Block> blocks(MeasuredRun run) {
		return List.of(Tables.byStep(run, "Response times and processor time under a steady rate", "offered", FIGURES));
	}

}

package org.campanile.perf.report;

import java.util.List;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Block.Beside;
import org.campanile.perf.result.LatencyResult;
import org.campanile.perf.result.LoadResult;

/** {@code lafayette}: events and new sessions a minute. */
record LafayetteView() implements ScenarioView {

	/** What was published counts a ticket that is requested and one that is validated. */
	private static final int EVENTS_OF_A_VISIT = 2;

	private static final Figure EVENTS = Figure.perMinute("events/min",
			load -> EVENTS_OF_A_VISIT * (load.logins() + load.signOns()));

	private static final Figure NEW_SESSIONS = Figure.perMinute("net new sessions/min",
			load -> Math.max(0, load.logins() - logouts(load)));

	private static final Figure EACH = new Figure("events/min for each user", 2,
			step -> EVENTS.of(step) / Labels.number(step.label()).orElse(Double.NaN));

	@Override
	public List<Block> blocks(MeasuredRun run) {
		return List.of(
				Tables.byStep(run, "Sound assertions and sessions a minute, by users alive", "users",
						List.of(EVENTS, EACH, NEW_SESSIONS, Figure.P90, Figure.FAILED)),
				new Beside(List.of(Charts.byStep(run, "Events a minute", "users alive", EVENTS))));
	}

	private static double logouts(LoadResult load) {
		LatencyResult logouts = load.requests().get("logout");
		return logouts == null ? 0 : logouts.count();
	}

}

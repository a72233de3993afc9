package org.campanile.perf.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.load.LoadPlan;

/**
 * One thing that a run will do, and how long it is expected to take.
 *
 * @param cell name of the cell
 * @param label of the step, {@code warm-up} or {@code start}
 * @param expected how long it takes, roughly
 */
public record PlannedStep(String cell, String label, Duration expected) {

	static final String START = "start";

	static final String WARM_UP = "warm-up";

	/** By a load of its own, after the count of logins. */
	static final String WARM_UP_MORE = "warm-up, more";

	/** What a small machine does; only to guess how long a count of logins takes. */
	private static final double LOGINS_A_SECOND = 60;

	private static final Duration START_TAKES = Duration.ofSeconds(15);

	/** What Gatling's start and its report add to a step. */
	private static final Duration AROUND_A_STEP = Duration.ofSeconds(4);

	static PlannedStep start(String cell) {
		return new PlannedStep(cell, START, START_TAKES);
	}

	static PlannedStep warmUp(Cell cell, RunOptions options) {
		return new PlannedStep(cell.name(), WARM_UP, of(options.pace().warmUp() * cell.system().nodes()));
	}

	/** Of one node. */
	static PlannedStep warmUp(String cell, RunOptions options) {
		return new PlannedStep(cell, WARM_UP, of(options.pace().warmUp()));
	}

	static PlannedStep step(String cell, String label, LoadPlan load) {
		Duration ramp = load.arrival() instanceof LoadPlan.Arrival.Open open ? open.ramp() : Duration.ZERO;
		Duration length = load.logins() > 0 ? of(load.logins()) : load.length().plus(ramp);
		return new PlannedStep(cell, label, length.plus(AROUND_A_STEP));
	}

	/** Start, warm-up and steps of cells, a cell after the other. */
	static List<PlannedStep> of(List<Cell> cells, RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>();
		for (Cell cell : cells) {
			planned.add(start(cell.name()));
			planned.add(warmUp(cell, options));
			if (cell.comesBack()) {
				planned.add(warmUp(cell, options));
			}
			cell.steps().forEach(step -> planned.add(step(cell.name(), step.label(), step.load())));
		}
		return planned;
	}

	private static Duration of(int logins) {
		return Duration.ofMillis(Math.round(1_000 * logins / LOGINS_A_SECOND));
	}

}

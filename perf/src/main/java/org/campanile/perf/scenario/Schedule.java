package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.load.LoadPlan;

/**
 * The remaining steps of a plan, and the time that they will take, judged by those that
 * are done. Used by one thread.
 */
final class Schedule {

	private final List<PlannedStep> left;

	private final int steps;

	private final Instant began;

	private Duration done = Duration.ZERO;

	Schedule(List<PlannedStep> planned, Instant began) {
		this.left = new ArrayList<>(planned);
		this.steps = planned.size();
		this.began = began;
	}

	/** Marks a step as done; one that was not planned changes nothing. */
	void done(String cell, String label) {
		for (int i = 0; i < left.size(); i++) {
			PlannedStep planned = left.get(i);
			if (planned.cell().equals(cell) && planned.label().equals(label)) {
				done = done.plus(planned.expected());
				left.remove(i);
				return;
			}
		}
	}

	/** Removes a step that will not be done. */
	void skip(String cell, String label) {
		left.removeIf(planned -> planned.cell().equals(cell) && planned.label().equals(label));
	}

	/** Returns the expected time of a step; zero if it was not planned. */
	Duration expected(String cell, String label) {
		return left.stream()
			.filter(planned -> planned.cell().equals(cell) && planned.label().equals(label))
			.findFirst()
			.map(PlannedStep::expected)
			.orElse(Duration.ZERO);
	}

	/**
	 * Returns the time left until the end.
	 * @param current the expected time of the step in progress
	 * @param fraction the part of that step that is done
	 */
	Duration left(Instant now, Duration current, double fraction) {
		Duration under = Duration.ofMillis(Math.round(current.toMillis() * fraction));
		Duration worked = done.plus(under);
		Duration remaining = left.stream()
			.map(PlannedStep::expected)
			.reduce(Duration.ZERO, Duration::plus)
			.minus(under);
		// Until something is done, the plan is the only estimate.
		double pace = worked.toSeconds() < 10 ? 1
				: (double) Duration.between(began, now).toMillis() / worked.toMillis();
		return Duration.ofSeconds(Math.max(0, Math.round(remaining.toMillis() * pace / 1_000)));
	}

	/** Returns which step is in progress, such as {@code 3 of 24}. */
	String current() {
		return Math.min(steps, steps - left.size() + 1) + " of " + steps;
	}

	/** Returns how many steps are done, such as {@code 3 of 24 done}. */
	String finished() {
		return steps - left.size() + " of " + steps + " done";
	}

	/** Formats a duration, such as {@code 1 h 05 min} or {@code 40 s}. */
	static String words(Duration duration) {
		if (duration.toHours() > 0) {
			return "%d h %02d min".formatted(duration.toHours(), duration.toMinutesPart());
		}
		if (duration.toMinutes() >= 5) {
			return duration.toMinutes() + " min";
		}
		if (duration.toMinutes() > 0) {
			return "%d min %02d s".formatted(duration.toMinutes(), duration.toSecondsPart());
		}
		return duration.toSeconds() + " s";
	}

	/**
	 * A step that a run will do.
	 *
	 * @param cell name of the cell
	 * @param label label of the step, {@code warm-up} or {@code start}
	 * @param expected the time that it takes, roughly
	 */
	public record PlannedStep(String cell, String label, Duration expected) {

		static final String START = "start";

		static final String WARM_UP = "warm-up";

		/** The label of a warm-up's second part, with another load. */
		static final String WARM_UP_MORE = "warm-up, more";

		/** The rate of a small machine, to estimate how long logins take. */
		private static final double LOGINS_A_SECOND = 60;

		private static final Duration START_TAKES = Duration.ofSeconds(15);

		/** The time that Gatling's start and report add to a step. */
		private static final Duration AROUND_A_STEP = Duration.ofSeconds(4);

		static PlannedStep start(String cell) {
			return new PlannedStep(cell, START, START_TAKES);
		}

		static PlannedStep warmUp(Cell cell, RunOptions options) {
			return new PlannedStep(cell.name(), WARM_UP, of(options.pace().warmUp() * cell.system().nodes()));
		}

		/** Returns the warm-up of one node. */
		static PlannedStep warmUp(String cell, RunOptions options) {
			return new PlannedStep(cell, WARM_UP, of(options.pace().warmUp()));
		}

		static PlannedStep step(String cell, String label, LoadPlan load) {
			Duration ramp = load.arrival() instanceof LoadPlan.Arrival.Open open ? open.ramp() : Duration.ZERO;
			Duration length = load.logins() > 0 ? of(load.logins()) : load.length().plus(ramp).plus(load.leadIn());
			return new PlannedStep(cell, label, length.plus(AROUND_A_STEP));
		}

		/** Returns start, warm-up and steps of each cell, one cell after the other. */
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

}

package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.campanile.perf.load.LoadPlan;

/**
 * What of a plan is left, and how long that takes judged by what was done. Used by one
 * thread.
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

	/** Strikes one out; what was never planned changes nothing. */
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

	/** Strikes one out that will not be done. */
	void skip(String cell, String label) {
		left.removeIf(planned -> planned.cell().equals(cell) && planned.label().equals(label));
	}

	/** How long the current one was expected to take; zero if it was not planned. */
	Duration expected(String cell, String label) {
		return left.stream()
			.filter(planned -> planned.cell().equals(cell) && planned.label().equals(label))
			.findFirst()
			.map(PlannedStep::expected)
			.orElse(Duration.ZERO);
	}

	/**
	 * How long until the end.
	 * @param current expected length of what is under way
	 * @param fraction how much of that is done
	 */
	Duration left(Instant now, Duration current, double fraction) {
		Duration under = Duration.ofMillis(Math.round(current.toMillis() * fraction));
		Duration worked = done.plus(under);
		Duration remaining = left.stream()
			.map(PlannedStep::expected)
			.reduce(Duration.ZERO, Duration::plus)
			.minus(under);
		// Until something is done, the plan is all there is to go by.
		double pace = worked.toSeconds() < 10 ? 1
				: (double) Duration.between(began, now).toMillis() / worked.toMillis();
		return Duration.ofSeconds(Math.max(0, Math.round(remaining.toMillis() * pace / 1_000)));
	}

	/** What is under way, such as {@code 3 of 24}. */
	String current() {
		return Math.min(steps, steps - left.size() + 1) + " of " + steps;
	}

	/** What is done, such as {@code 3 of 24 done}. */
	String finished() {
		return steps - left.size() + " of " + steps + " done";
	}

	/** Such as {@code 1 h 05 min} or {@code 40 s}. */
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
			Duration length = load.logins() > 0 ? of(load.logins()) : load.length().plus(ramp).plus(load.leadIn());
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

}

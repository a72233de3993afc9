package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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
		Duration remaining = left.stream().map(PlannedStep::expected).reduce(Duration.ZERO, Duration::plus).minus(under);
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

}

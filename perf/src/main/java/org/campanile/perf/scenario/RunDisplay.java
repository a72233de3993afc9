package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.SideBySide.Ratios;

/**
 * Shows a run on the terminal: what is in progress, the result of each step, and the time
 * left. Used by one thread.
 */
final class RunDisplay {

	/**
	 * The share of compilers in a server's processor time above which a warning is shown.
	 */
	private static final double WORTH_TELLING = 0.1;

	private final Schedule schedule;

	private final Terminal terminal;

	private final InstantSource clock;

	RunDisplay(Schedule schedule, Terminal terminal, InstantSource clock) {
		this.schedule = schedule;
		this.terminal = terminal;
		this.clock = clock;
	}

	/** Shows what is in progress, until the next line. */
	void status(String line) {
		terminal.status(line);
	}

	/** Prints a line that stays. */
	void line(String line) {
		terminal.line(line);
	}

	/** Shows the progress of a step's load. */
	Consumer<LoadGenerator.Progress> progress(String cell, String label) {
		Duration expected = schedule.expected(cell, label);
		return now -> terminal.status("[%s, %s left] %s, %s: %.0f %%, %d logins, %d failed".formatted(
				schedule.current(), Schedule.words(schedule.left(clock.instant(), expected, now.fraction())), cell,
				label, now.fraction() * 100, now.logins(), now.failures()));
	}

	/** Prints the result of a step. */
	void step(String cell, StepResult step) {
		LoadResult load = step.load();
		terminal.line("[%s, %s left] %s, %s: %.1f logins/s, mean %s ms, %s CPU-ms each%s%s%s".formatted(
				schedule.finished(), Schedule.words(schedule.left(clock.instant(), Duration.ZERO, 0)), cell,
				step.label(), load.perSecond(), figure("%.0f", Ratios.latency(step, LatencyResult::mean)),
				figure("%.2f", step.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER)), compiling(step), failures(load),
				doubts(step)));
	}

	/** Returns a warning if the servers still compiled; empty otherwise. */
	private static String compiling(StepResult step) {
		return step.compiling() < WORTH_TELLING ? ""
				: " (%.0f %% of it compiling still)".formatted(step.compiling() * 100);
	}

	/** Formats a figure; a dash if there is none. */
	private static String figure(String format, double figure) {
		return Double.isFinite(figure) ? format.formatted(figure) : "–";
	}

	/** Returns the failures as the end of a line; empty if nothing failed. */
	static String failures(LoadResult load) {
		return load.failed() == 0 ? "" : ", failed: " + load.failures();
	}

	private static String doubts(StepResult step) {
		return step.doubts().isEmpty() ? "" : "; " + String.join("; ", step.doubts());
	}

}

package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;

import org.campanile.perf.result.Soundness;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * Runs one scenario from the plan to the report, and leaves nothing running however it
 * ends. Created and used by one thread; {@link #stop} may be called by any.
 */
public final class Performance {

	private final TestBed testBed;

	private final Terminal terminal;

	private final InstantSource clock;

	private final CountDownLatch ended = new CountDownLatch(1);

	private final Thread worker = Thread.currentThread();

	private volatile boolean stopping;

	Performance(TestBed testBed, Terminal terminal, InstantSource clock) {
		this.testBed = testBed;
		this.terminal = terminal;
		this.clock = clock;
	}

	/**
	 * Creates one that uses real servers and a real load.
	 * @param shared the folder for files that are made once for many runs
	 */
	public static Performance real(Path shared, Terminal terminal) {
		return new Performance(new InstalledTestBed(shared, terminal), terminal, InstantSource.system());
	}

	/**
	 * Measures, and writes results and report into the results folder, also if it is
	 * stopped or fails.
	 * @param words the given options, by name
	 * @throws IOException if the run could not go on; but if an answer was for another
	 * user, that is the outcome. The results so far are written in either case
	 */
	public Outcome run(Scenario scenario, RunOptions asked, Map<String, String> words) throws IOException {
		RunOptions options = scenario.about().recorded() ? asked.with(asked.probes().recorded()) : asked;
		try {
			List<PlannedStep> plan = scenario.plan(options);
			// A new seed for every run, small enough for any JSON parser.
			long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
			ResultCollector collected = new ResultCollector(scenario, options, words, clock, testBed, seed);
			Schedule schedule = new Schedule(plan, clock.instant());
			terminal.line("%s: %d steps, about %s; results go to %s".formatted(scenario.name(), plan.size(),
					Schedule.words(schedule.left(clock.instant(), Duration.ZERO, 0)), options.results()));
			Outcome outcome = Outcome.INTERRUPTED;
			boolean complete = false;
			try {
				measure(scenario, new Run(options, testBed, collected, schedule, terminal, clock, new Random(seed)));
				collected.probed(testBed.noise());
				outcome = outcome(collected);
				complete = true;
			}
			catch (IOException ex) {
				if (collected.wrongUsers() == 0) {
					throw ex;
				}
				// An answer for another user is worse than whatever ended the run.
				terminal.line(scenario.name() + " could not go on: " + ex.getMessage());
				outcome = Outcome.WRONG_USER;
			}
			catch (InterruptedException ex) {
				terminal.line("interrupted: everything is ended, and what was measured is kept");
			}
			finally {
				// An interrupt would close files while they are written.
				boolean interrupted = Thread.interrupted();
				collected.write(complete);
				collected.judged().forEach(judged -> terminal.line("aim: " + judged.sentence()));
				terminal.line("report: " + testBed.report(options.results()));
				if (interrupted && !stopping) {
					Thread.currentThread().interrupt();
				}
			}
			return outcome;
		}
		finally {
			ended.countDown();
		}
	}

	private Outcome outcome(ResultCollector collected) {
		Soundness soundness = Soundness.of(collected.cells());
		if (!soundness.unsound().isEmpty()) {
			terminal.line("not sound: " + soundness.classes());
		}
		soundness.stepsWithoutLogin().forEach(step -> terminal.line("not one sound login: " + step));
		return collected.wrongUsers() > 0 ? Outcome.WRONG_USER
				: soundness.isWhole() ? Outcome.COMPLETE : Outcome.UNSOUND;
	}

	private void measure(Scenario scenario, Run run) throws IOException, InterruptedException {
		try (run) {
			scenario.measure(run);
		}
		catch (IOException | RuntimeException ex) {
			if (stopping) {
				throw new InterruptedException("stopped: " + ex.getMessage());
			}
			throw ex;
		}
	}

	/** Interrupts the run, and returns when it has cleaned up. */
	public void stop() {
		stopping = true;
		worker.interrupt();
		try {
			ended.await();
		}
		catch (InterruptedException ex) {
			// The thread that waits is itself interrupted, so stop waiting.
			Thread.currentThread().interrupt();
		}
	}

	/** The ways in which a run can end. */
	public enum Outcome {

		/** Everything was measured. */
		COMPLETE,
		/** Everything was measured, and an answer was for another user. */
		WRONG_USER,
		/**
		 * Everything was measured, but there was an answer that no service could accept
		 * or nobody should have received, or a step without a sound login.
		 */
		UNSOUND,
		/** The run was stopped; its results so far are kept. */
		INTERRUPTED

	}

}

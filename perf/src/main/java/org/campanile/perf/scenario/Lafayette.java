package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * Lafayette College, CAS 5.1 on three nodes: the published trials, then the same users
 * asking ever more often.
 */
final class Lafayette extends CellByCell {

	private static final Integer[] USERS = { 50, 125, 150, 175, 200, 250 };

	private static final Map<Integer, Duration> TRIALS = Map.of(50, Duration.ofMinutes(434), 125, Duration.ofHours(8),
			150, Duration.ofMinutes(28), 175, Duration.ofMinutes(41), 200, Duration.ofMinutes(37), 250,
			Duration.ofMinutes(20));

	private static final Duration OTHER_TRIAL = Duration.ofMinutes(20);

	/**
	 * The number of accounts in the trials. The search has more, so that no account gets
	 * more wrong passwords a minute than in a trial.
	 */
	private static final int ACCOUNTS = 9;

	private static final int NODES = 3;

	/** The number of users in the search, who ask ever more often. */
	private static final int SEARCHING_USERS = 250;

	/** The factors by which the lives and pauses of these users are shortened. */
	private static final int[] FASTER = { 8, 16, 32, 64, 128, 256 };

	private static final int PEOPLE = ACCOUNTS * FASTER[FASTER.length - 1];

	private static final Duration SEARCH = Duration.ofMinutes(10);

	/** The limit for 90 % of the answers, in milliseconds. */
	private static final double LIMIT = 250;

	/** The least factor between two steps that counts as a gain. */
	private static final double GAIN = 1.05;

	Lafayette() {
		super("lafayette",
				"Lafayette College: 50 to 250 people with CAS tickets, on three nodes with Hazelcast; then more events "
						+ "until 90 % take longer than 250 ms.",
				List.of("Published: CAS 5.1 on three nodes of 2 cores and 3.7 GB behind nginx; here everything shares "
						+ "one machine, the load with it.",
						"An event is a service ticket that is requested, or one that is validated. The load validates "
								+ "tickets itself, at once, as in the original; no service listens, so none is notified of a logout.",
						"The published trials lasted 7 h 14 min, 8 h, 28, 41, 37 and 20 minutes; here as long, by the time "
								+ "scale. Lives and pauses are as published, by --pause-scale: each user makes about 12 events a "
								+ "minute.",
						"The published events a minute are the load that was put on those servers, not the most that "
								+ "they could do. That is looked for after the trials: lives and pauses of 250 users are "
								+ "halved until 90 % of tickets or validations take longer than 250 ms, or there are no more "
								+ "events; with as many times the accounts, as more wrong passwords for each would be throttled.",
						"Users of a closed loop, ten of whom are hatched a second, as in the original; how fast by the "
								+ "pause scale as well. The measured time begins with the first.",
						"With --target the protocol is the target's; with SAML an assertion takes the place of the ticket "
								+ "and its validation, and counts as two events."));
	}

	@Override
	List<Cell> cells(RunOptions options) {
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		List<Cell.Step> steps = options.selection()
			.users(USERS)
			.stream()
			.map(users -> new Cell.Step(Integer.toString(users),
					lives(users, options.pace().scaled(TRIALS.getOrDefault(users, OTHER_TRIAL)), accounts(directory, 1),
							options.pace().pauseScale())))
			.toList();
		return Specs.cells(options, directory, steps, Store.HAZELCAST, NODES)
			.stream()
			.map(cell -> cell.by(Protocol.CAS))
			.toList();
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		List<PlannedStep> planned = new ArrayList<>(super.plan(options));
		for (Cell cell : chosen(options)) {
			search(options, cell)
				.forEach(step -> planned.add(PlannedStep.step(cell.name(), step.label(), step.load())));
		}
		return planned;
	}

	@Override
	void measure(Run run, Cell cell, RunningSystem system) throws IOException, InterruptedException {
		super.measure(run, cell, system);
		double most = 0;
		boolean searching = true;
		for (Cell.Step step : search(run.options(), cell)) {
			if (!searching) {
				run.skip(cell.name(), step.label());
				continue;
			}
			StepResult result = run.measure(cell.name(), step.label(), system, step.load());
			double events = 2 * 60 * result.load().perSecond();
			searching = slowest(result.load()) <= LIMIT && events > most * GAIN;
			if (slowest(result.load()) <= LIMIT) {
				most = Math.max(most, events);
			}
		}
		run.facts(cell.name(), Map.of("most events a minute with 90 %% within %.0f ms".formatted(LIMIT), most));
	}

	/**
	 * Returns the steps of the search. If numbers of users were chosen, they must include
	 * that of the search; otherwise there are no steps.
	 */
	private static List<Cell.Step> search(RunOptions options, Cell cell) {
		List<Integer> chosen = options.selection().users();
		if (!chosen.isEmpty() && !chosen.contains(SEARCHING_USERS)) {
			return List.of();
		}
		List<Cell.Step> steps = new ArrayList<>();
		for (int faster : FASTER) {
			steps.add(new Cell.Step("%d, %d times as often".formatted(SEARCHING_USERS, faster),
					lives(SEARCHING_USERS, options.pace().scaled(SEARCH), accounts(cell.system().directory(), faster),
							options.pace().pauseScale() / faster)));
		}
		return steps;
	}

	private static Population accounts(DirectorySpec directory, int faster) {
		return new Population(Math.min(directory.people().size(), ACCOUNTS * faster), directory.people().seed());
	}

	private static LoadPlan lives(int users, Duration length, Population people, double scale) {
		return LoadPlan.closed(users, length, people).withJourney(LoadPlan.Journey.LIFETIME).withTimeScale(scale);
	}

	/** Returns the slowest 90th percentile in ms; 0 if nothing was answered. */
	private static double slowest(LoadResult load) {
		return Stream.of("login", "sso", "validation")
			.filter(load.requests()::containsKey)
			.map(load.requests()::get)
			.mapToDouble(LatencyResult::p90)
			.max()
			.orElse(0);
	}

}

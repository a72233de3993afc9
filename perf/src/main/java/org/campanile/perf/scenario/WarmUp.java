package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.LoginMethod;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * Warms systems up, and waits until they are idle, before they are measured. Used by one
 * thread.
 */
final class WarmUp {

	/** The number of users: enough to keep a server busy, with short waits. */
	private static final int WARMING_USERS = 16;

	/**
	 * The least number of logins for each of these users: a server without any answer so
	 * far takes so long for the first ones that it rightly refuses some of a crowd.
	 */
	private static final int LOGINS_OF_A_WARMING_USER = 10;

	/** The least share of a warm-up's logins that must be sound. */
	private static final double SOUND = 0.95;

	/** The least warm-up after which waiting for idle servers makes sense. */
	private static final int WORTH_SETTLING = 1_000;

	/** Each further slice is the asked-for warm-up divided by this. */
	private static final int SLICES_OF_A_WARM_UP = 4;

	/** The fewest logins in a slice; starting the load would distort fewer. */
	private static final int LEAST_SLICE = 2_500;

	/** The number of logins for each node that is enough, warm or not. */
	private static final int WARM_AT_LATEST = 200_000;

	private static final Duration WARMING_AT_LATEST = Duration.ofMinutes(15);

	private static final Duration SETTLED_AT_LATEST = Duration.ofMinutes(1);

	private static final Duration A_LOOK = Duration.ofSeconds(1);

	private static final String SENT = "bytes on the wire of a login with the fewest headers, sent";

	private static final String RECEIVED = "bytes on the wire of a login with the fewest headers, received";

	private final RunOptions options;

	private final TestBed testBed;

	private final ResultCollector collected;

	private final Loads loads;

	private final RunDisplay display;

	private final InstantSource clock;

	WarmUp(RunOptions options, TestBed testBed, ResultCollector collected, Loads loads, RunDisplay display,
			InstantSource clock) {
		this.options = options;
		this.testBed = testBed;
		this.collected = collected;
		this.loads = loads;
		this.display = display;
		this.clock = clock;
	}

	/**
	 * Warms a system up with as many journeys as the options say, and with more until it
	 * is warm.
	 * @throws IOException also if too few of them were sound
	 */
	void byJourneys(String cell, RunningSystem system, Population people, LoadPlan.Journey journey)
			throws IOException, InterruptedException {
		int nodes = nodes(system);
		int logins = options.pace().warmUp() * nodes;
		if (logins == 0) {
			return;
		}
		Warmth warmth = new Warmth(0, logins);
		slice(cell, system, people, journey, logins, warmth);
		if (options.pace().warmUp() >= WORTH_SETTLING) {
			untilWarm(cell, system, people, journey, nodes, warmth);
		}
		if (journey == LoadPlan.Journey.LOGIN) {
			traffic(cell, system, people);
		}
		settle(cell, system);
	}

	/**
	 * Ends a warm-up with a load that the system may refuse, so that refusing is warm as
	 * well; does nothing if there is no warm-up.
	 */
	void byLoad(String cell, RunningSystem system, LoadPlan plan) throws IOException, InterruptedException {
		if (options.pace().warmUp() == 0) {
			return;
		}
		LoadResult load = loads.run(system, plan, folder(cell, 1 + LoadPlan.Journey.values().length),
				display.progress(cell, PlannedStep.WARM_UP_MORE));
		collected.warmedUp(cell, load);
		String line = "%s: warmed up by %d logins more%s".formatted(cell, load.sound(), RunDisplay.failures(load));
		display.line(line);
		collected.remark(line + ", before any share of the processors was held");
		settle(cell, system);
	}

	/** Returns the number of nodes, each of which must warm up by itself. */
	private static int nodes(RunningSystem system) {
		long nodes = system.processes()
			.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.count();
		return Math.clamp(nodes, 1, Integer.MAX_VALUE);
	}

	private Path folder(String cell, int part) {
		return RunResults.step(options.results(), cell, PlannedStep.WARM_UP, part).resolve("load");
	}

	/** Continues slice by slice until the server is warm, or has had the most logins. */
	private void untilWarm(String cell, RunningSystem system, Population people, LoadPlan.Journey journey, int nodes,
			Warmth first) throws IOException, InterruptedException {
		Warmth warmth = first.within((long) system.leastWarmUp() * nodes, (long) WARM_AT_LATEST * nodes);
		Instant end = clock.instant().plus(WARMING_AT_LATEST);
		int slice = Math.max(LEAST_SLICE, options.pace().warmUp() / SLICES_OF_A_WARM_UP) * nodes;
		while (warmth.needsMore() && clock.instant().isBefore(end)) {
			slice(cell, system, people, journey, isOfEnrolled(system.target()) ? Math.min(slice, people.size()) : slice,
					warmth);
		}
		String kind = journey == LoadPlan.Journey.SSO ? "sign-ons" : "logins";
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put("warm-up, " + kind, (double) warmth.logins());
		if (Double.isFinite(warmth.compiling())) {
			facts.put("warm-up, compiling in the last " + kind + ", %", warmth.compiling() * 100);
		}
		collected.facts(cell, facts);
		display.line(cell + ": " + warmth.sentence());
		if (!warmth.isWarm()) {
			collected.remark(cell + ": " + warmth.sentence());
		}
	}

	/** Runs one slice of a warm-up. */
	private void slice(String cell, RunningSystem system, Population people, LoadPlan.Journey journey, int logins,
			Warmth warmth) throws IOException, InterruptedException {
		LoadPlan plan = LoadPlan.logins(logins, Math.clamp(logins / LOGINS_OF_A_WARMING_USER, 1, WARMING_USERS), people)
			.withJourney(journey)
			.withChoice(isOfEnrolled(system.target()) ? LoadPlan.Choice.ONCE_EACH : LoadPlan.Choice.RANDOM);
		MeasurementStart start = new MeasurementStart(() -> testBed.meter(system.processes()), Map::of, clock);
		LoadResult load = loads.run(system, plan, folder(cell, 1 + journey.ordinal()),
				display.progress(cell, PlannedStep.WARM_UP).andThen(start));
		collected.warmedUp(cell, load);
		display.line("%s: warmed up by %d %s%s".formatted(cell, load.sound(),
				journey == LoadPlan.Journey.SSO ? "sign-ons with a session" : "logins", RunDisplay.failures(load)));
		requireSound(cell, load);
		TestBed.Used used = start.use().used();
		StepResult slice = new StepResult(PlannedStep.WARM_UP, 1, load, used.processes(), Map.of(), "");
		boolean known = used.processes().stream().anyMatch(process -> process.role() == ProcessRole.IDENTITY_PROVIDER);
		// Counts the planned logins, as nearly all of them were sound.
		warmth.add(new Warmth.Slice(logins, known ? slice.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER) : Double.NaN,
				used.compilersKnown() ? slice.compiling() : Double.NaN));
	}

	/**
	 * Whether users present what they have enrolled. Each of them then signs in once, as
	 * codes are accepted once and the first use in a day costs a write, which must not
	 * happen in a round.
	 */
	private static boolean isOfEnrolled(Target target) {
		return target.usesCodes() || target.method() != LoginMethod.PASSWORD;
	}

	/** Fails if too few logins were sound: measuring would be a waste of hours. */
	private static void requireSound(String cell, LoadResult load) throws IOException {
		long tried = load.sound() + load.failed();
		if (load.sound() < tried * SOUND || tried == 0) {
			throw new IOException("%s: %d of %d logins of the warm-up were sound, less than %.0f %%%s; nothing was "
				.formatted(cell, load.sound(), tried, SOUND * 100, RunDisplay.failures(load))
					+ "measured of it; see the server's log, or --warm-up 0 measures it nevertheless");
		}
	}

	/** Records the wire bytes of one login, if they can be measured. */
	private void traffic(String cell, RunningSystem system, Population people) throws IOException {
		try {
			Optional<PlainLogin.Traffic> traffic = testBed.traffic(system.target(), people);
			if (traffic.isPresent()) {
				collected.facts(cell,
						Map.of(SENT, (double) traffic.get().sent(), RECEIVED, (double) traffic.get().received()));
			}
		}
		catch (IOException ex) {
			collected.remark(cell + ": what a login takes of the wire was not measured: " + ex.getMessage());
		}
	}

	/**
	 * Waits until the servers are idle; only briefly after a short warm-up, as waiting
	 * makes no server warm.
	 */
	private void settle(String cell, RunningSystem system) throws IOException, InterruptedException {
		boolean warm = options.pace().warmUp() >= WORTH_SETTLING;
		if (!testBed.settle(system.processes(), warm ? SETTLED_AT_LATEST : A_LOOK) && warm) {
			display.line(cell + ": still busy a minute after the warm-up");
		}
	}

}

package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem.Enrolled;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.LoginMethod;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.campanile.perf.scenario.SideBySide.Ratios;

/**
 * A run of a scenario under way: what a scenario asks for, does and leaves. Closing it
 * ends every system that is still up. Used by one thread.
 */
public final class Run implements AutoCloseable {

	/** Enough to keep a server busy, few enough that none waits long. */
	private static final int WARMING_USERS = 16;

	/**
	 * How many logins each of them makes at least: a server that has answered nothing yet
	 * takes so long for its first ones that it refuses some of a crowd, rightly.
	 */
	private static final int LOGINS_OF_A_WARMING_USER = 10;

	/** Which share of the logins of a warm-up must be sound. */
	private static final double SOUND = 0.95;

	/**
	 * Share of a server's processor time for its compilers above which a warning is
	 * shown.
	 */
	private static final double WORTH_TELLING = 0.1;

	/** Logins of a warm-up. */
	private static final int WORTH_SETTLING = 1_000;

	/** What follows the logins that were asked for, while the server is not warm. */
	private static final int SLICES_OF_A_WARM_UP = 4;

	/** Fewer say little about a server, beside what it takes to begin a load. */
	private static final int LEAST_SLICE = 2_500;

	/** Logins of each node that are enough, warm or not. */
	private static final int WARM_AT_LATEST = 200_000;

	private static final Duration WARMING_AT_LATEST = Duration.ofMinutes(15);

	private static final Duration SETTLED_AT_LATEST = Duration.ofMinutes(1);

	private static final Duration A_LOOK = Duration.ofSeconds(1);

	private static final String SENT = "bytes on the wire of a login with the fewest headers, sent";

	private static final String RECEIVED = "bytes on the wire of a login with the fewest headers, received";

	private final RunOptions options;

	private final TestBed testBed;

	private final ResultCollector collected;

	private final Schedule schedule;

	private final Terminal terminal;

	private final InstantSource clock;

	private final LoadGenerator generator;

	private final Random random;

	private volatile Instant measuringSince;

	/** When codes were last sent, each of which is accepted once. */
	private Instant codesUsed = Instant.EPOCH;

	private final Deque<RunningSystem> systems = new ArrayDeque<>();

	Run(RunOptions options, TestBed testBed, ResultCollector collected, Schedule schedule, Terminal terminal,
			InstantSource clock, Random random) throws IOException {
		this.options = options;
		this.testBed = testBed;
		this.collected = collected;
		this.schedule = schedule;
		this.terminal = terminal;
		this.clock = clock;
		this.measuringSince = clock.instant();
		this.generator = testBed.generator();
		this.random = random;
	}

	/** By which the order of rounds is drawn. */
	Random random() {
		return random;
	}

	/**
	 * Counts rounds.
	 * @param own of the scenario, unless the options say otherwise
	 */
	Rounds rounds(int own) {
		return new Rounds(options.pace(), own, clock);
	}

	/** What the user asked for. */
	RunOptions options() {
		return options;
	}

	/**
	 * Brings up the system of a cell, or gives the one that runs elsewhere; the run ends
	 * it if the scenario does not.
	 */
	RunningSystem start(String cell, SystemSpec spec) throws IOException, InterruptedException {
		terminal.status("starting " + cell + " …");
		RunningSystem system = options.external().isPresent() ? new ExternalSystem(options.external().get())
				: testBed.start(spec);
		return started(cell, system);
	}

	/** Brings up another identity provider by its name; the run ends it. */
	RunningSystem startPeer(String name, DirectorySpec directory) throws IOException, InterruptedException {
		terminal.status("starting " + name + " …");
		return started(name, testBed.startPeer(name, directory, options.access().initiator(Initiator.SERVICE)));
	}

	private RunningSystem started(String cell, RunningSystem system) {
		systems.push(system);
		collected.settings(cell, settings(system));
		schedule.done(cell, PlannedStep.START);
		return system;
	}

	/** With what the load is like, which the system does not know. */
	private Map<String, String> settings(RunningSystem system) {
		Map<String, String> settings = new LinkedHashMap<>(system.settings());
		settings.put("connections of browsers", options.access().connectionsKept() ? "kept, and taken by later logins"
				: "new for each login, kept from the form to the answer");
		options.access()
			.typing()
			.ifPresent(pause -> settings.put("pause before the password",
					pause.isZero() ? "none" : "median " + Schedule.words(pause) + ", log-normal"));
		return settings;
	}

	/** Stores sessions of people who never come back, and keeps what they take. */
	void preload(String cell, RunningSystem system, int sessions) throws IOException {
		terminal.status(cell + ": storing " + sessions + " sessions …");
		long before = system.storedBytes();
		double seconds = system.preload(sessions);
		long after = system.storedBytes();
		collected.facts(cell, Map.of("sessions preloaded", (double) sessions, "seconds to preload", seconds,
				"bytes a session", (after - before) / (double) sessions));
		say("%s: %d sessions stored in %.0f s".formatted(cell, sessions, seconds));
	}

	/**
	 * Enrols what users of the system prove beside a password, if anything, for so many.
	 */
	void enrol(String cell, RunningSystem system, int people) throws IOException {
		Target target = system.target();
		if (target.usesCodes()) {
			terminal.status("%s: enrolling %d apps …".formatted(cell, people));
			system.enrol(Enrolled.APP, people);
			codesUsed = clock.instant();
		}
		else if (target.asksForPin()) {
			terminal.status("%s: enrolling %d PINs …".formatted(cell, people));
			system.enrol(Enrolled.PIN, people);
		}
		else if (target.method() != LoginMethod.PASSWORD) {
			terminal.status("%s: enrolling %d passkeys …".formatted(cell, people));
			system.enrol(Enrolled.PASSKEY, people);
		}
	}

	private LoadResult load(RunningSystem system, LoadPlan asked, Path folder,
			Consumer<LoadGenerator.Progress> progress) throws IOException, InterruptedException {
		LoadPlan plan = asked.checkingEvery(options.pace().checkEvery())
			.withConnectionsKept(options.access().connectionsKept());
		if (!system.target().usesCodes()) {
			return generator.run(system.target(), plan, folder, progress);
		}
		system.awaitFreshCodes(codesUsed);
		try {
			return generator.run(system.target(), plan, folder, progress);
		}
		finally {
			codesUsed = clock.instant();
		}
	}

	/** Warms a system up by as many logins as the options say. */
	void warmUp(String cell, RunningSystem system, Population people) throws IOException, InterruptedException {
		warmUp(cell, system, people, LoadPlan.Journey.LOGIN);
	}

	/**
	 * Whether its users prove what they have enrolled. Each of them signs in once then,
	 * as codes are accepted once, and as the first use of a day costs a write, which no
	 * round is to pay for.
	 */
	private static boolean isOfEnrolled(Target target) {
		return target.usesCodes() || target.method() != LoginMethod.PASSWORD;
	}

	/** Warms a system up by as many journeys as the options say. */
	void warmUp(String cell, RunningSystem system, Population people, LoadPlan.Journey journey)
			throws IOException, InterruptedException {
		int nodes = nodes(system);
		int logins = options.pace().warmUp() * nodes;
		if (logins > 0) {
			Warmth warmth = new Warmth(0, logins);
			warmUp(cell, system, people, journey, logins, warmth);
			// After a short warm-up, for a first look, nothing is warm.
			if (options.pace().warmUp() >= WORTH_SETTLING) {
				untilWarm(cell, system, people, journey, nodes, warmth);
			}
			if (journey == LoadPlan.Journey.LOGIN) {
				traffic(cell, system, people);
			}
			settle(cell, system);
		}
		schedule.done(cell, PlannedStep.WARM_UP);
	}

	/** Goes on, slice by slice, until the server is warm or it has had enough. */
	private void untilWarm(String cell, RunningSystem system, Population people, LoadPlan.Journey journey, int nodes,
			Warmth first) throws IOException, InterruptedException {
		Warmth warmth = first.within((long) system.leastWarmUp() * nodes, (long) WARM_AT_LATEST * nodes);
		Instant end = clock.instant().plus(WARMING_AT_LATEST);
		int slice = Math.max(LEAST_SLICE, options.pace().warmUp() / SLICES_OF_A_WARM_UP) * nodes;
		while (warmth.needsMore() && clock.instant().isBefore(end)) {
			warmUp(cell, system, people, journey,
					isOfEnrolled(system.target()) ? Math.min(slice, people.size()) : slice, warmth);
		}
		String kind = journey == LoadPlan.Journey.SSO ? "sign-ons" : "logins";
		Map<String, Double> facts = new LinkedHashMap<>();
		facts.put("warm-up, " + kind, (double) warmth.logins());
		if (Double.isFinite(warmth.compiling())) {
			facts.put("warm-up, compiling in the last " + kind + ", %", warmth.compiling() * 100);
		}
		collected.facts(cell, facts);
		say(cell + ": " + warmth.sentence());
		if (!warmth.isWarm()) {
			collected.remark(cell + ": " + warmth.sentence());
		}
	}

	/** One slice of a warm-up. */
	private void warmUp(String cell, RunningSystem system, Population people, LoadPlan.Journey journey, int logins,
			Warmth warmth) throws IOException, InterruptedException {
		LoadPlan plan = LoadPlan.logins(logins, Math.clamp(logins / LOGINS_OF_A_WARMING_USER, 1, WARMING_USERS), people)
			.withJourney(journey)
			.withChoice(isOfEnrolled(system.target()) ? LoadPlan.Choice.ONCE_EACH : LoadPlan.Choice.RANDOM);
		MeasurementStart start = new MeasurementStart(() -> testBed.meter(system.processes()), Map::of, clock);
		LoadResult load = load(system, plan,
				RunResults.step(options.results(), cell, PlannedStep.WARM_UP, 1 + journey.ordinal()).resolve("load"),
				progress(cell, PlannedStep.WARM_UP).andThen(start));
		collected.warmedUp(cell, load);
		say("%s: warmed up by %d %s%s".formatted(cell, sound(load),
				journey == LoadPlan.Journey.SSO ? "sign-ons with a session" : "logins", failures(load)));
		requireSound(cell, load);
		TestBed.Used used = start.use().used();
		StepResult slice = new StepResult(PlannedStep.WARM_UP, 1, load, used.processes(), Map.of(), "");
		boolean known = used.processes().stream().anyMatch(process -> process.role() == ProcessRole.IDENTITY_PROVIDER);
		// Nearly all of them were sound.
		warmth.add(new Warmth.Slice(logins, known ? slice.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER) : Double.NaN,
				used.compilersKnown() ? slice.compiling() : Double.NaN));
	}

	/**
	 * Ends a warm-up, if there is one, by a load that the system may refuse as it likes,
	 * so that it is warm in refusing as well.
	 */
	void warmUp(String cell, RunningSystem system, LoadPlan plan) throws IOException, InterruptedException {
		if (options.pace().warmUp() > 0) {
			LoadResult load = load(system, plan,
					RunResults.step(options.results(), cell, PlannedStep.WARM_UP, 1 + LoadPlan.Journey.values().length)
						.resolve("load"),
					progress(cell, PlannedStep.WARM_UP_MORE));
			collected.warmedUp(cell, load);
			String line = "%s: warmed up by %d logins more%s".formatted(cell, sound(load), failures(load));
			say(line);
			collected.remark(line + ", before any share of the processors was held");
			settle(cell, system);
		}
		schedule.done(cell, PlannedStep.WARM_UP_MORE);
	}

	/**
	 * After a short warm-up all is yet to be compiled, and waiting makes no server warm.
	 */
	private void settle(String cell, RunningSystem system) throws IOException, InterruptedException {
		boolean warm = options.pace().warmUp() >= WORTH_SETTLING;
		if (!testBed.settle(system.processes(), warm ? SETTLED_AT_LATEST : A_LOOK) && warm) {
			say(cell + ": still busy a minute after the warm-up");
		}
	}

	/** Of one login, as they are all alike; a run is not given up for want of it. */
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

	/** A proxy shares logins out among them, and each warms up by its own alone. */
	private static int nodes(RunningSystem system) {
		long nodes = system.processes()
			.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.count();
		return Math.clamp(nodes, 1, Integer.MAX_VALUE);
	}

	/** What does not work is not worth hours of measuring. */
	private static void requireSound(String cell, LoadResult load) throws IOException {
		long tried = sound(load) + load.failed();
		if (sound(load) < tried * SOUND || tried == 0) {
			throw new IOException("%s: %d of %d logins of the warm-up were sound, less than %.0f %%%s; nothing was "
				.formatted(cell, sound(load), tried, SOUND * 100, failures(load))
					+ "measured of it; see the server's log, or --warm-up 0 measures it nevertheless");
		}
	}

	/**
	 * Measures one step of a cell, keeps and reports it. Measured again, it is the next
	 * repeat of it.
	 * @param cell name of the cell
	 * @param label of the step
	 */
	StepResult measure(String cell, String label, RunningSystem system, LoadPlan plan)
			throws IOException, InterruptedException {
		return measureAsPlanned(cell, label, system, options.access().typing().map(plan::withTyping).orElse(plan));
	}

	/** The same whatever the options say of the pause before the password. */
	StepResult measureAsPlanned(String cell, String label, RunningSystem system, LoadPlan plan)
			throws IOException, InterruptedException {
		int repeat = collected.nextRepeat(cell, label);
		Path folder = RunResults.step(options.results(), cell, label, repeat);
		List<MeasuredProcess> processes = system.processes();
		system.hold();
		collected.probed(testBed.noise());
		Optional<TestBed.Recording> recording = options.probes().flightRecording()
				? Optional.of(testBed.record(processes, folder.resolve("profile"))) : Optional.empty();
		MeasurementStart measurementStart = new MeasurementStart(() -> meter(processes, recording), system::counters,
				clock);
		LoadResult load = load(system, plan, folder.resolve("load"), progress(cell, label).andThen(measurementStart));
		measuringSince = measurementStart.since();
		MeasurementStart.Use use = measurementStart.use();
		List<ProcessResult> used = new ArrayList<>(use.used().processes());
		used.add(load.generator());
		if (recording.isPresent()) {
			recording.get().stop();
		}
		// None is made of a server that is no Java.
		String profile = Files.isDirectory(folder.resolve("profile"))
				? options.results().relativize(folder.resolve("profile")).toString() : "";
		StepResult step = new StepResult(label, repeat, load, List.copyOf(used), use.counted(), profile,
				use.used().machine());
		collected.step(cell, step);
		schedule.done(cell, label);
		say(line(cell, step) + doubts(step));
		return step;
	}

	/** A recording is of the same time as the figures. */
	private TestBed.Meter meter(List<MeasuredProcess> processes, Optional<TestBed.Recording> recording)
			throws IOException {
		if (recording.isEmpty()) {
			return testBed.meter(processes);
		}
		recording.get().begin();
		TestBed.Meter meter = testBed.meter(processes);
		return new TestBed.Meter() {

			@Override
			public void look() throws IOException {
				meter.look();
			}

			@Override
			public TestBed.Used stop() throws IOException {
				TestBed.Used used = meter.stop();
				recording.get().end();
				return used;
			}

		};
	}

	/** Does not measure a step that was planned. */
	void skip(String cell, String label) {
		schedule.skip(cell, label);
	}

	/**
	 * Measures what no login can do without, with nothing else under load, and keeps what
	 * each iteration came to. Done before and after rounds, it shows what the machine did
	 * meanwhile.
	 * @param iteration how long each of some dozen iterations takes
	 */
	void floor(Duration iteration) throws IOException {
		terminal.status("measuring what no login can do without …");
		Floor floor = testBed.floor(iteration);
		collected.samples(Floor.SIGNATURE, floor.signature());
		collected.samples(Floor.DIRECTORY, floor.directory());
		collected.samples(Floor.ENCRYPTED, floor.encrypted());
	}

	/** When the measured time of the last load began. */
	Instant measuringSince() {
		return measuringSince;
	}

	/** Keeps more figures of what is measured again and again, by name with unit. */
	void samples(String name, List<Double> figures) {
		collected.samples(name, figures);
	}

	/** Keeps figures that belong to no step, by name with unit. */
	void facts(String cell, Map<String, Double> facts) throws IOException {
		collected.facts(cell, facts);
	}

	/** Says something a reader of the report must know. */
	void remark(String sentence) throws IOException {
		collected.remark(sentence);
	}

	/** Prints a line on the terminal. */
	void say(String line) {
		terminal.line(line);
	}

	@Override
	public void close() throws IOException {
		generator.close();
		IOException failure = null;
		while (!systems.isEmpty()) {
			try {
				systems.pop().close();
			}
			catch (IOException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	private Consumer<LoadGenerator.Progress> progress(String cell, String label) {
		Duration expected = schedule.expected(cell, label);
		return now -> terminal.status("[%s, %s left] %s, %s: %.0f %%, %d logins, %d failed".formatted(
				schedule.current(), Schedule.words(schedule.left(clock.instant(), expected, now.fraction())), cell,
				label, now.fraction() * 100, now.logins(), now.failures()));
	}

	private String line(String cell, StepResult step) {
		LoadResult load = step.load();
		return "[%s, %s left] %s, %s: %.1f logins/s, mean %s ms, %s CPU-ms each%s%s".formatted(schedule.finished(),
				Schedule.words(schedule.left(clock.instant(), Duration.ZERO, 0)), cell, step.label(), load.perSecond(),
				figure("%.0f", Ratios.latency(step, LatencyResult::mean)),
				figure("%.2f", step.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER)), compiling(step), failures(load));
	}

	/** Such a figure is of a server that is not warm. */
	private static String compiling(StepResult step) {
		return step.compiling() < WORTH_TELLING ? ""
				: " (%.0f %% of it compiling still)".formatted(step.compiling() * 100);
	}

	/** A dash where there is none. */
	private static String figure(String format, double figure) {
		return Double.isFinite(figure) ? format.formatted(figure) : "–";
	}

	private static long sound(LoadResult load) {
		return load.logins() + load.signOns();
	}

	private static String doubts(StepResult step) {
		return step.doubts().isEmpty() ? "" : "; " + String.join("; ", step.doubts());
	}

	private static String failures(LoadResult load) {
		return load.failed() == 0 ? "" : ", failed: " + load.failures();
	}

	/**
	 * A server that somebody else runs: nothing is known of it but what it answers.
	 *
	 * @param target how people sign in there
	 */
	private record ExternalSystem(Target target) implements RunningSystem {

		/** Its protocol is the user's choice, by the target. */
		@Override
		public RunningSystem by(Protocol protocol) {
			return this;
		}

		@Override
		public List<MeasuredProcess> processes() {
			return List.of();
		}

		@Override
		public Map<String, String> settings() {
			return Map.of("server", target.start().toString());
		}

		@Override
		public void close() {
			// Goes on without us.
		}

	}

}

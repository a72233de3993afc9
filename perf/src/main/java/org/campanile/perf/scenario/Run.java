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
import java.util.Set;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem.Enrolled;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.LoginMethod;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * A run of a scenario in progress, through which the scenario measures and records.
 * Closing it ends every system that is still up. Used by one thread.
 */
public final class Run implements AutoCloseable {

	private final RunOptions options;

	private final TestBed testBed;

	private final ResultCollector collected;

	private final Schedule schedule;

	private final RunDisplay display;

	private final InstantSource clock;

	private final Loads loads;

	private final WarmUp warmUp;

	private final Random random;

	private volatile Instant measuringSince;

	private final Deque<RunningSystem> systems = new ArrayDeque<>();

	Run(RunOptions options, TestBed testBed, ResultCollector collected, Schedule schedule, Terminal terminal,
			InstantSource clock, Random random) throws IOException {
		this.options = options;
		this.testBed = testBed;
		this.collected = collected;
		this.schedule = schedule;
		this.display = new RunDisplay(schedule, terminal, clock);
		this.clock = clock;
		this.measuringSince = clock.instant();
		this.loads = new Loads(testBed.generator(), options);
		this.warmUp = new WarmUp(options, testBed, collected, loads, display, clock);
		this.random = random;
	}

	/** Returns the source of randomness for the order of rounds. */
	Random random() {
		return random;
	}

	/**
	 * Creates a counter of rounds.
	 * @param own the number of rounds of the scenario, unless the options say otherwise
	 */
	Rounds rounds(int own) {
		return new Rounds(options.pace(), own, clock);
	}

	/** Returns the options that the user gave. */
	RunOptions options() {
		return options;
	}

	/**
	 * Starts the system of a cell, or returns the one that runs elsewhere; the run ends
	 * it if the scenario does not.
	 */
	RunningSystem start(String cell, SystemSpec spec) throws IOException, InterruptedException {
		display.status("starting " + cell + " …");
		RunningSystem system = options.external().isPresent() ? new ExternalSystem(options.external().get())
				: testBed.start(spec);
		return started(cell, system);
	}

	/** Starts another identity provider by its name; the run ends it. */
	RunningSystem startPeer(String name, DirectorySpec directory) throws IOException, InterruptedException {
		display.status("starting " + name + " …");
		return started(name, testBed.startPeer(name, directory, options.access().initiator(Initiator.SERVICE)));
	}

	private RunningSystem started(String cell, RunningSystem system) {
		systems.push(system);
		collected.settings(cell, settings(system));
		schedule.done(cell, PlannedStep.START);
		return system;
	}

	/** Returns settings of the system, and of the load that it does not know. */
	private Map<String, String> settings(RunningSystem system) {
		Map<String, String> settings = new LinkedHashMap<>(system.settings());
		Initiator.of(system.target())
			.ifPresent(initiator -> settings.put("a SAML sign-on begins", initiator.description()));
		settings.put("connections of browsers", options.access().connectionsKept() ? "kept, and taken by later logins"
				: "new for each login, kept from the form to the answer");
		options.access()
			.typing()
			.ifPresent(pause -> settings.put("pause before the password",
					pause.isZero() ? "none" : "median " + Schedule.words(pause) + ", log-normal"));
		return settings;
	}

	/** Stores sessions of people who never come back, and records their size. */
	void preload(String cell, RunningSystem system, int sessions) throws IOException {
		display.status(cell + ": storing " + sessions + " sessions …");
		long before = system.storedBytes();
		double seconds = system.preload(sessions);
		long after = system.storedBytes();
		collected.facts(cell, Map.of("sessions preloaded", (double) sessions, "seconds to preload", seconds,
				"bytes a session", (after - before) / (double) sessions));
		say("%s: %d sessions stored in %.0f s".formatted(cell, sessions, seconds));
	}

	/**
	 * Enrols what the system's users prove besides a password, if anything, for a number
	 * of people.
	 */
	void enrol(String cell, RunningSystem system, int people) throws IOException {
		Target target = system.target();
		if (target.usesCodes()) {
			display.status("%s: enrolling %d apps …".formatted(cell, people));
			system.enrol(Enrolled.APP, people);
		}
		else if (target.asksForPin()) {
			display.status("%s: enrolling %d PINs …".formatted(cell, people));
			system.enrol(Enrolled.PIN, people);
		}
		else if (target.method() != LoginMethod.PASSWORD) {
			display.status("%s: enrolling %d passkeys …".formatted(cell, people));
			system.enrol(Enrolled.PASSKEY, people);
		}
	}

	/** Warms a system up with as many logins as the options say. */
	void warmUp(String cell, RunningSystem system, Population people) throws IOException, InterruptedException {
		warmUp(cell, system, people, LoadPlan.Journey.LOGIN);
	}

	/** Warms a system up with as many journeys as the options say. */
	void warmUp(String cell, RunningSystem system, Population people, LoadPlan.Journey journey)
			throws IOException, InterruptedException {
		warmUp.byJourneys(cell, system, people, journey);
		schedule.done(cell, PlannedStep.WARM_UP);
	}

	/** Ends a warm-up, if there is one, with a load that may be refused. */
	void warmUp(String cell, RunningSystem system, LoadPlan plan) throws IOException, InterruptedException {
		warmUp.byLoad(cell, system, plan);
		schedule.done(cell, PlannedStep.WARM_UP_MORE);
	}

	/**
	 * Measures one step of a cell, then records and displays it. Measuring it again makes
	 * the next repeat.
	 * @param cell name of the cell
	 * @param label label of the step
	 */
	StepResult measure(String cell, String label, RunningSystem system, LoadPlan plan)
			throws IOException, InterruptedException {
		return measureAsPlanned(cell, label, system, options.access().typing().map(plan::withTyping).orElse(plan));
	}

	/** Measures a step in the same way, but ignores the option for the typing pause. */
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
		LoadResult load = loads.run(system, plan, folder.resolve("load"),
				display.progress(cell, label).andThen(measurementStart));
		measuringSince = measurementStart.since();
		MeasurementStart.Use use = measurementStart.use();
		List<ProcessResult> used = new ArrayList<>(use.used().processes());
		used.add(load.generator());
		if (recording.isPresent()) {
			recording.get().stop();
		}
		// There is no profile of a server that does not run Java.
		String profile = Files.isDirectory(folder.resolve("profile"))
				? options.results().relativize(folder.resolve("profile")).toString() : "";
		StepResult step = new StepResult(label, repeat, load, List.copyOf(used), use.counted(), profile,
				use.used().machine());
		collected.step(cell, step);
		schedule.done(cell, label);
		display.step(cell, step);
		return step;
	}

	/** Returns a meter that also delimits the recording, so both cover the same time. */
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

	/** Skips a step that was planned. */
	void skip(String cell, String label) {
		schedule.skip(cell, label);
	}

	/**
	 * Measures the floor of a login without any load, and records the figure of each
	 * iteration. Measured before and after rounds, it shows how the machine changed
	 * meanwhile.
	 * @param iteration the length of each of some dozen iterations
	 */
	void floor(Duration iteration) throws IOException {
		display.status("measuring what no login can do without …");
		Floor floor = testBed.floor(iteration);
		collected.samples(Floor.SIGNATURE, floor.signature());
		collected.samples(Floor.DIRECTORY, floor.directory());
		collected.samples(Floor.ENCRYPTED, floor.encrypted());
	}

	/** Returns the figures so far by which the given aims are judged. */
	List<Interval> judged(Set<Aim> aims) {
		return collected.judged()
			.stream()
			.filter(judged -> aims.contains(judged.aim()))
			.map(Aim.Judged::measured)
			.toList();
	}

	/** Returns the beginning of the last load's measured time. */
	Instant measuringSince() {
		return measuringSince;
	}

	/** Records figures of something that is measured repeatedly, by name with unit. */
	void samples(String name, List<Double> figures) {
		collected.samples(name, figures);
	}

	/** Records figures that belong to no step, by name with unit. */
	void facts(String cell, Map<String, Double> facts) throws IOException {
		collected.facts(cell, facts);
	}

	/** Records a sentence that a reader of the report must know. */
	void remark(String sentence) throws IOException {
		collected.remark(sentence);
	}

	/** Prints a line on the terminal. */
	void say(String line) {
		display.line(line);
	}

	@Override
	public void close() throws IOException {
		loads.close();
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

	/**
	 * A server that somebody else runs; only its answers are known.
	 *
	 * @param target how people sign in there
	 */
	private record ExternalSystem(Target target) implements RunningSystem {

		/** Returns this system, as the target determines the protocol. */
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
			// The server keeps running.
		}

	}

}

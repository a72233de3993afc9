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
 * A run of a scenario under way: what a scenario asks for, does and leaves. Closing it
 * ends every system that is still up. Used by one thread.
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
		this.loads = new Loads(testBed.generator(), options, clock);
		this.warmUp = new WarmUp(options, testBed, collected, loads, display, clock);
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
		display.status("starting " + cell + " …");
		RunningSystem system = options.external().isPresent() ? new ExternalSystem(options.external().get())
				: testBed.start(spec);
		return started(cell, system);
	}

	/** Brings up another identity provider by its name; the run ends it. */
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
		display.status(cell + ": storing " + sessions + " sessions …");
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
			display.status("%s: enrolling %d apps …".formatted(cell, people));
			system.enrol(Enrolled.APP, people);
			loads.codesWereSent();
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

	/** Warms a system up by as many logins as the options say. */
	void warmUp(String cell, RunningSystem system, Population people) throws IOException, InterruptedException {
		warmUp(cell, system, people, LoadPlan.Journey.LOGIN);
	}

	/** Warms a system up by as many journeys as the options say. */
	void warmUp(String cell, RunningSystem system, Population people, LoadPlan.Journey journey)
			throws IOException, InterruptedException {
		warmUp.byJourneys(cell, system, people, journey);
		schedule.done(cell, PlannedStep.WARM_UP);
	}

	/** Ends a warm-up, if there is one, by a load that the system may refuse. */
	void warmUp(String cell, RunningSystem system, LoadPlan plan) throws IOException, InterruptedException {
		warmUp.byLoad(cell, system, plan);
		schedule.done(cell, PlannedStep.WARM_UP_MORE);
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
		LoadResult load = loads.run(system, plan, folder.resolve("load"),
				display.progress(cell, label).andThen(measurementStart));
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
		display.step(cell, step);
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
		display.status("measuring what no login can do without …");
		Floor floor = testBed.floor(iteration);
		collected.samples(Floor.SIGNATURE, floor.signature());
		collected.samples(Floor.DIRECTORY, floor.directory());
		collected.samples(Floor.ENCRYPTED, floor.encrypted());
	}

	/** The figures by which aims are judged, as they are known by now. */
	List<Interval> judged(Set<Aim> aims) {
		return collected.judged()
			.stream()
			.filter(judged -> aims.contains(judged.aim()))
			.map(Aim.Judged::measured)
			.toList();
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

}

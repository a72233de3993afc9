package org.campanile.perf.scenario;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.MachineUse;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.SyntheticLoads;

/** Simulates systems and loads without delay, and records the calls. */
final class FakeTestBed implements TestBed {

	final List<SystemSpec> started = new ArrayList<>();

	final List<String> closed = new ArrayList<>();

	final List<LoadPlan> loads = new ArrayList<>();

	final List<Path> reports = new ArrayList<>();

	/**
	 * The number of previous loads, for each time that nodes were limited to their share.
	 */
	final List<Integer> held = new ArrayList<>();

	/** The number of previous loads, for each wait for servers to become idle. */
	final List<Integer> settled = new ArrayList<>();

	Duration settling = Duration.ZERO;

	/** The protocols for which systems were requested. */
	final List<Protocol> protocols = new ArrayList<>();

	/** The calls that concern recordings. */
	final List<String> recorded = new ArrayList<>();

	/** Simulates a measured load. */
	private final Load load;

	private final URI address;

	interface Load {

		LoadResult run(LoadPlan plan) throws IOException, InterruptedException;

	}

	/** The share of compilers in the server's 0.3 s of processor time, in seconds. */
	double compiling = 0.003;

	/** The number of the first load without compilation. */
	int compilingUntil = Integer.MAX_VALUE;

	/** How often the floor was measured. */
	int floors;

	int unsteadyFloors;

	/** Whether the single login whose bytes are counted succeeds. */
	boolean countsTraffic = true;

	FakeTestBed() {
		this(plan -> result(100), URI.create("http://127.0.0.1:1/idp"));
	}

	FakeTestBed(Load load, URI address) {
		this.load = load;
		this.address = address;
	}

	static LoadResult result(long logins) {
		return result(logins, Map.of());
	}

	static LoadResult result(long logins, Map<String, Long> failures) {
		return SyntheticLoads.load(10, logins, 0,
				Map.of("login", new LatencyResult(logins, 20, 1, 10, 20, 30, 35, 40, 50)), failures, 1, 1_000,
				List.of());
	}

	@Override
	public RunningSystem start(SystemSpec spec) {
		started.add(spec);
		return new FakeSystem(spec.store().label());
	}

	@Override
	public RunningSystem startPeer(String name, DirectorySpec directory, SystemSpec.Initiator initiator) {
		return new FakeSystem(name);
	}

	@Override
	public LoadGenerator generator() {
		return new LoadGenerator() {

			@Override
			public LoadResult run(Target target, LoadPlan plan, Path folder, Consumer<Progress> progress)
					throws IOException, InterruptedException {
				progress.accept(new Progress(0.5, 10, 0, true, false));
				loads.add(plan);
				return load.run(plan);
			}

			@Override
			public void close() {
				closed.add("load");
			}

		};
	}

	@Override
	public boolean settle(List<MeasuredProcess> processes, Duration atMost) {
		settled.add(loads.size());
		settling = atMost;
		return loads.size() > 1;
	}

	@Override
	public Optional<PlainLogin.Traffic> traffic(Target target, Population people) throws IOException {
		if (!countsTraffic) {
			throw new IOException("refused");
		}
		return Optional.of(new PlainLogin.Traffic(1_500, 12_000));
	}

	@Override
	public Meter meter(List<MeasuredProcess> processes) {
		return () -> new Used(List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 0.2, 0.1, 1, 1, 1, 0.1,
				loads.size() < compilingUntil ? compiling : 0)), new MachineUse(1, 8, 1, 0, 0), true);
	}

	@Override
	public Recording record(List<MeasuredProcess> processes, Path folder) {
		return new Recording() {

			@Override
			public void begin() {
				recorded.add("begin");
			}

			@Override
			public void end() {
				recorded.add("end");
			}

			@Override
			public void stop() throws IOException {
				recorded.add("stop");
				Files.createDirectories(folder);
			}

		};
	}

	@Override
	public double noise() {
		return 5;
	}

	/**
	 * Returns eight iterations; those of the first {@code unsteadyFloors} results vary.
	 */
	@Override
	public Floor floor(Duration iteration) {
		floors++;
		List<Double> signature = floors > unsteadyFloors ? Collections.nCopies(8, 200.0)
				: List.of(100.0, 300.0, 100.0, 300.0, 100.0, 300.0, 100.0, 300.0);
		return new Floor(signature, Collections.nCopies(8, 300.0), Collections.nCopies(8, 400.0));
	}

	@Override
	public Conditions conditions(List<Map<String, String>> cells, List<Double> noise) {
		return new Conditions("a processor", 2, 1, "a system", "a Java", List.of(), Map.of(), noise);
	}

	@Override
	public Path report(Path folder) {
		reports.add(folder);
		return folder.resolve("report.html");
	}

	private final class FakeSystem implements RunningSystem {

		private final String name;

		private final Instant made = Instant.now();

		private boolean open = true;

		FakeSystem(String name) {
			this.name = name;
		}

		@Override
		public Target target() {
			return new Target(name, address, Target.Kind.UNSOLICITED,
					new Target.LoginForm("form", "j_username", "j_password", Map.of()), address, Path.of("idp.xml"),
					Path.of("sp"));
		}

		@Override
		public void enrol(Enrolled what, int people) {
			// Accepts all users.
		}

		@Override
		public RunningSystem by(Protocol protocol) {
			protocols.add(protocol);
			return this;
		}

		/**
		 * Returns this process, since scenarios read the processor time of the server's
		 * process.
		 */
		@Override
		public List<MeasuredProcess> processes() {
			return List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, ProcessHandle.current().pid(),
					null, made));
		}

		@Override
		public Map<String, Double> counters() {
			return Map.of("store operations", (double) loads.size());
		}

		@Override
		public Map<String, String> settings() {
			return Map.of("store", name);
		}

		@Override
		public void hold() {
			held.add(loads.size());
		}

		@Override
		public double preload(int sessions) {
			return 1;
		}

		@Override
		public long storedBytes() {
			return 1_000;
		}

		@Override
		public void close() {
			if (open) {
				closed.add(name);
			}
			open = false;
		}

	}

}

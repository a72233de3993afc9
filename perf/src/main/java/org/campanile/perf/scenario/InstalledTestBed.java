package org.campanile.perf.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.NoiseProbe;
import org.campanile.perf.environment.ProcessMeter;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SourceTree;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;
import org.campanile.perf.load.GatlingLoad;
import org.campanile.perf.load.LoadGenerator;
import org.campanile.perf.load.LoginMethod;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.peer.Peer;
import org.campanile.perf.profile.FlightRecording;
import org.campanile.perf.report.Report;
import org.campanile.perf.result.MachineConditions;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.web.IdpApplication;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;

/** The servers and tools installed on this machine. */
final class InstalledTestBed implements TestBed {

	/** The processor share below which a server counts as idle, in cores. */
	private static final double AT_REST = 0.1;

	private static final Duration LOOK = Duration.ofSeconds(1);

	private final Path shared;

	private final Terminal terminal;

	private final NoiseProbe probe = new NoiseProbe();

	private final SourceTree sources = SourceTree.here();

	/**
	 * @param shared the folder for files that are made once for many runs
	 */
	InstalledTestBed(Path shared, Terminal terminal) {
		this.shared = shared;
		this.terminal = terminal;
	}

	@Override
	public RunningSystem start(SystemSpec spec) throws IOException {
		return Systems.start(spec, shared);
	}

	/** Starts a peer; downloads it first if it is missing, as the user has named it. */
	@Override
	public RunningSystem startPeer(String name, DirectorySpec directory, Initiator initiator)
			throws IOException, InterruptedException {
		Peer peer = Peer.named(name)
			.orElseThrow(() -> new IOException("no server is called " + name + ", only " + Peer.names()));
		peer.fetch(terminal::line);
		RunningSystem started = peer.start(directory, shared);
		if (started.target().kind() != Target.Kind.UNSOLICITED) {
			return started;
		}
		try {
			return new RunningSystem.ByProtocol(started, initiator.begin(started.target()));
		}
		catch (IOException ex) {
			started.close();
			throw ex;
		}
	}

	@Override
	public LoadGenerator generator() {
		return new GatlingLoad();
	}

	@Override
	public boolean settle(List<MeasuredProcess> processes, Duration atMost) throws IOException, InterruptedException {
		List<MeasuredProcess> servers = processes.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.toList();
		long end = System.nanoTime() + atMost.toNanos();
		double share = servers.isEmpty() ? 0 : Double.MAX_VALUE;
		while (share > AT_REST && System.nanoTime() < end) {
			Meter meter = meter(servers);
			long began = System.nanoTime();
			Thread.sleep(LOOK);
			double used = meter.stop().processes().stream().mapToDouble(ProcessResult::cpuSeconds).sum();
			share = used / ((System.nanoTime() - began) / 1e9) / servers.size();
		}
		return share <= AT_REST;
	}

	@Override
	public Optional<PlainLogin.Traffic> traffic(Target target, Population people) throws IOException {
		if (!target.kind().isSaml() || target.method() != LoginMethod.PASSWORD) {
			return Optional.empty();
		}
		try (PlainLogin login = new PlainLogin(target)) {
			return Optional.of(login.signIn(people.username(0), people.password(0)));
		}
	}

	@Override
	public Meter meter(List<MeasuredProcess> processes) throws IOException {
		return new ProcessorMeter(ProcessMeter.start(processes));
	}

	/**
	 * Starts to record the nodes. The profile of a single node is the step's; those of
	 * several get a folder each. Servers that do not run Java are not recorded.
	 */
	@Override
	public Recording record(List<MeasuredProcess> processes, Path folder) throws IOException, InterruptedException {
		List<MeasuredProcess> nodes = processes.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.filter(InstalledTestBed::runsJava)
			.toList();
		List<FlightRecording> recordings = new ArrayList<>();
		for (MeasuredProcess node : nodes) {
			recordings.add(FlightRecording.start(node, nodes.size() == 1 ? folder : folder.resolve(node.name())));
		}
		return new Recordings(recordings);
	}

	/** Whether a process runs Java; true if it has ended, as recording then fails. */
	private static boolean runsJava(MeasuredProcess process) {
		return ProcessHandle.of(process.pid())
			.map(root -> Stream.concat(Stream.of(root), root.descendants())
				.anyMatch(one -> one.info().command().filter(path -> path.endsWith("/java")).isPresent()))
			.orElse(true);
	}

	@Override
	public double noise() {
		return probe.millis();
	}

	@Override
	public Floor floor(Duration iteration) throws IOException {
		String length = iteration.toMillis() + "ms";
		try {
			// Without SILENT, JMH prints a line for each iteration.
			return Floor.measure("-v", "SILENT", "-w", length, "-r", length);
		}
		catch (RunnerException | CommandLineOptionException ex) {
			throw new IOException("the floor of a login could not be measured: " + ex.getMessage(), ex);
		}
	}

	@Override
	public Conditions conditions(List<Map<String, String>> cells, List<Double> noise) throws IOException {
		List<String> flags = cells.stream()
			.map(settings -> settings.getOrDefault("virtual machine", ""))
			.filter(flag -> !flag.isEmpty())
			.distinct()
			.toList();
		Map<String, String> versions = new LinkedHashMap<>();
		versions.put("Campanile", Optional.ofNullable(IdpApplication.class.getPackage().getImplementationVersion())
			.orElse("from sources"));
		cells.forEach(settings -> settings.forEach((name, value) -> {
			if (name.endsWith(" version")) {
				versions.put(name.substring(0, name.length() - " version".length()), value);
			}
		}));
		return MachineConditions.read(flags, versions, noise).of(sources.commit(), sources.committed());
	}

	@Override
	public Path report(Path folder) throws IOException {
		Path page = folder.resolve("report.html");
		Report.write(List.of(folder), page, folder.resolve("report.md"));
		return page;
	}

	/** A meter of processes, machine and compilers. */
	private record ProcessorMeter(ProcessMeter meter) implements Meter {

		@Override
		public void look() throws IOException {
			meter.look();
		}

		@Override
		public Used stop() throws IOException {
			return new Used(meter.read(), meter.machine().orElse(null), meter.knowsCompilers());
		}

	}

	/** The recordings of all nodes in one step. */
	private record Recordings(List<FlightRecording> all) implements Recording {

		@Override
		public void begin() throws IOException {
			for (FlightRecording recording : all) {
				recording.begin();
			}
		}

		@Override
		public void end() throws IOException {
			for (FlightRecording recording : all) {
				recording.end();
			}
		}

		@Override
		public void stop() throws IOException, InterruptedException {
			for (FlightRecording recording : all) {
				recording.stop();
			}
		}

	}

}

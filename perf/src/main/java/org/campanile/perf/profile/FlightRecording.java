package org.campanile.perf.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.campanile.jfr.FlightSettings;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.ProfileFile;
import org.campanile.perf.result.RunResults;

/**
 * A running recording of one Java process. Its profile covers the time between
 * {@link #begin} and {@link #end}, by default all of it. Thread-safe. Closing it without
 * {@link #stop} discards the recording.
 */
public final class FlightRecording implements AutoCloseable {

	/** The name of the recording, which lies beside {@code profile.json}. */
	static final String RECORDING = "recording.jfr";

	static final String FLAME_GRAPH = "flamegraph.html";

	private static final String NAME = "name=campanile-perf";

	/** The recorded stack depth; web frameworks need more than the default 64. */
	private static final int STACK_DEPTH = 256;

	private final MeasuredProcess process;

	private final Path folder;

	private final long pid;

	private final Jcmd jcmd;

	private final InstantSource clock;

	private Instant since;

	private ThreadTimes before;

	private @Nullable Ended ended;

	private boolean running = true;

	/** The period of the profile, and what threads used in it. */
	private record Ended(RecordedPeriod period, ThreadTimes used) {
	}

	private FlightRecording(MeasuredProcess process, Path folder, long pid, Jcmd jcmd, InstantSource clock)
			throws IOException {
		this.process = process;
		this.folder = folder;
		this.pid = pid;
		this.jcmd = jcmd;
		this.clock = clock;
		this.since = clock.instant();
		this.before = ThreadTimes.of(pid);
	}

	/**
	 * Starts a recording.
	 * @param process a Java process, or one that has started a Java process
	 * @param folder folder of the profile; created if absent
	 * @throws ProfilingException if the process cannot be recorded
	 */
	public static FlightRecording start(MeasuredProcess process, Path folder) throws IOException, InterruptedException {
		return start(process, folder, InstantSource.system());
	}

	/**
	 * @param clock the clock by which the period of the profile begins and ends
	 */
	static FlightRecording start(MeasuredProcess process, Path folder, InstantSource clock)
			throws IOException, InterruptedException {
		long pid = virtualMachine(process);
		Jcmd jcmd = new Jcmd(pid);
		Files.createDirectories(folder);
		Path settings = Files.createTempFile("campanile", ".jfc");
		try {
			Files.write(settings, FlightSettings.file());
			deepen(jcmd);
			List<String> command = new ArrayList<>(
					List.of("JFR.start", NAME, "settings=" + settings, "disk=true", "maxsize=2g"));
			if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
				command.add(FlightSettings.BY_CLOCK + "#enabled=true");
			}
			String answer = jcmd.ask(command.toArray(String[]::new));
			if (!answer.contains("Started recording")) {
				throw new ProfilingException(process.name() + ": JFR.start: " + answer.strip());
			}
		}
		finally {
			Files.delete(settings);
		}
		return new FlightRecording(process, folder, pid, jcmd, clock);
	}

	/** Raises the stack depth, which is fixed once the process has recorded. */
	private static void deepen(Jcmd jcmd) throws IOException, InterruptedException {
		try {
			jcmd.ask("JFR.configure", "stackdepth=" + STACK_DEPTH);
		}
		catch (ProfilingException ex) {
			System.err.println("Stacks deeper than 64 frames are cut off: " + ex.getMessage());
		}
	}

	/**
	 * Begins the period of the profile: what was recorded before is left out, as a load
	 * that is still growing is not measured.
	 */
	public synchronized void begin() throws IOException {
		since = clock.instant();
		before = ThreadTimes.of(pid);
		ended = null;
	}

	/** Ends the period of the profile: what is recorded later is left out. */
	public synchronized void end() throws IOException {
		ended = new Ended(new RecordedPeriod(since, clock.instant()), ThreadTimes.of(pid).since(before));
	}

	/**
	 * Ends the recording, and the period of the profile if it has not ended. Writes
	 * tables, flame graph and the recording itself, which holds everything, into the
	 * folder. Finally has the process collect its garbage, to see which objects are
	 * alive: call it after the measurement.
	 */
	public synchronized ProfileResult stop() throws IOException, InterruptedException {
		if (ended == null) {
			end();
		}
		Ended shown = Objects.requireNonNull(ended);
		Path file = folder.resolve(RECORDING).toAbsolutePath();
		jcmd.ask("JFR.stop", NAME, "filename=" + file);
		running = false;
		List<ClassUse> live = ClassHistogram.largest(jcmd.ask("GC.class_histogram"), ProfileAnalysis.CLASSES);
		ProfileAnalysis analysis = ProfileAnalysis.of(file, shown.period());
		analysis.flameGraph(process.name() + ", processor time", folder.resolve(FLAME_GRAPH));
		ProfileResult profile = analysis.result(process.name(), shown.used(), live,
				List.of(new ProfileFile("flame graph, processor time", FLAME_GRAPH),
						new ProfileFile("flight recording", RECORDING)));
		RunResults.write(folder, profile);
		return profile;
	}

	@Override
	public synchronized void close() throws IOException {
		if (running) {
			running = false;
			try {
				jcmd.ask("JFR.stop", NAME);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Returns the process id of the virtual machine of a process, which may have been
	 * started by a script.
	 * @throws ProfilingException if there is no virtual machine, or more than one
	 */
	private static long virtualMachine(MeasuredProcess process) throws ProfilingException {
		ProcessHandle root = ProcessHandle.of(process.pid())
			.orElseThrow(() -> new ProfilingException(process.name() + ": process " + process.pid() + " has ended"));
		if (isJava(root)) {
			return root.pid();
		}
		long[] found = Stream.of(root)
			.flatMap(ProcessHandle::descendants)
			.filter(FlightRecording::isJava)
			.mapToLong(ProcessHandle::pid)
			.toArray();
		if (found.length != 1) {
			throw new ProfilingException(process.name() + ": process " + process.pid() + " has " + found.length
					+ " Java processes below it, and one is needed; name its process id");
		}
		return found[0];
	}

	private static boolean isJava(ProcessHandle process) {
		Optional<String> command = process.info().command();
		return command.filter(path -> path.endsWith("/java")).isPresent();
	}

	/** Runs the JDK's {@code jcmd} on one virtual machine. Immutable. */
	static final class Jcmd {

		private static final long LIMIT_SECONDS = 120;

		private final Path program;

		private final long pid;

		/**
		 * @param pid process id of a virtual machine of this account
		 * @throws ProfilingException if this program does not run on a JDK
		 */
		Jcmd(long pid) throws ProfilingException {
			this.program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
			this.pid = pid;
			if (!Files.isExecutable(program)) {
				throw new ProfilingException(program + ": is not there; run the measurements with a JDK, not a JRE");
			}
		}

		/**
		 * Runs a command, and returns what the virtual machine answers.
		 * @throws ProfilingException if it refuses, cannot be reached, or does not answer
		 */
		String ask(String... command) throws IOException, InterruptedException {
			List<String> line = new ArrayList<>(List.of(program.toString(), Long.toString(pid)));
			line.addAll(List.of(command));
			Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
			try {
				CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> read(process));
				if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
					throw failed(command[0], "no answer within " + LIMIT_SECONDS + " s");
				}
				String text = answer.join();
				if (process.exitValue() != 0) {
					throw failed(command[0], reason(text));
				}
				return text;
			}
			finally {
				process.destroyForcibly();
			}
		}

		private ProfilingException failed(String command, String reason) {
			return new ProfilingException("process " + pid + ", " + command + ": " + reason
					+ "; it must be a Java process of this account that allows to be attached to");
		}

		private static String reason(String text) {
			return text.lines()
				.map(String::strip)
				.filter(line -> !line.isEmpty() && !line.matches("\\d+:"))
				.findFirst()
				.orElse("refused without a word");
		}

		private static String read(Process process) {
			try (InputStream output = process.getInputStream()) {
				return new String(output.readAllBytes(), StandardCharsets.UTF_8);
			}
			catch (IOException ex) {
				return ex.toString();
			}
		}

	}

	/** Reports that a profile could not be made; the message says why and what to do. */
	public static final class ProfilingException extends IOException {

		private static final long serialVersionUID = 1L;

		ProfilingException(String message) {
			super(message);
		}

	}

}

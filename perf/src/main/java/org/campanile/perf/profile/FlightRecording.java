package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import org.campanile.flight.FlightSettings;
import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.environment.ThreadTimes;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.ProfileFile;
import org.campanile.perf.result.RunResults;
import org.jspecify.annotations.Nullable;

/**
 * A recording of one Java process under way. Its profile shows what was between
 * {@link #begin} and {@link #end}, by default all of it. Thread-safe. Closing it without
 * {@link #stop} throws the recording away.
 */
public final class FlightRecording implements AutoCloseable {

	/** What lies beside {@code profile.json}. */
	static final String RECORDING = "recording.jfr";

	static final String FLAME_GRAPH = "flamegraph.html";

	private static final String NAME = "name=campanile-perf";

	/** Pages of a web framework are deeper than the default of 64. */
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

	/** What there was at the end of the time that the profile shows. */
	private record Ended(RecordedPeriod period, ThreadTimes used) {
	}

	private FlightRecording(MeasuredProcess process, Path folder, long pid, Jcmd jcmd) throws IOException {
		this.process = process;
		this.folder = folder;
		this.pid = pid;
		this.jcmd = jcmd;
		this.clock = InstantSource.system();
		this.since = clock.instant();
		this.before = ThreadTimes.of(pid);
	}

	/**
	 * Begins to record.
	 * @param process a Java process, or one that has started a Java process
	 * @param folder for the profile; made if absent
	 * @throws ProfilingException if the process cannot be recorded
	 */
	public static FlightRecording start(MeasuredProcess process, Path folder) throws IOException, InterruptedException {
		long pid = JavaProcess.of(process);
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
		return new FlightRecording(process, folder, pid, jcmd);
	}

	/** Possible until the process first records; later the depth it has stays. */
	private static void deepen(Jcmd jcmd) throws IOException, InterruptedException {
		try {
			jcmd.ask("JFR.configure", "stackdepth=" + STACK_DEPTH);
		}
		catch (ProfilingException ex) {
			System.err.println("Stacks deeper than 64 frames are cut off: " + ex.getMessage());
		}
	}

	/**
	 * What was recorded until now is left out of the profile: a load that only grows is
	 * not what is measured.
	 */
	public synchronized void begin() throws IOException {
		since = clock.instant();
		before = ThreadTimes.of(pid);
		ended = null;
	}

	/** What is recorded from now on is left out of the profile. */
	public synchronized void end() throws IOException {
		ended = new Ended(new RecordedPeriod(since, clock.instant()), ThreadTimes.of(pid).since(before));
	}

	/**
	 * Ends the recording, if need be the time that its profile shows as well, and writes
	 * that into the folder: tables, flame graph and the recording itself, which holds
	 * everything. Then has the process collect its garbage, to see what is alive: call it
	 * after what is measured.
	 */
	public synchronized ProfileResult stop() throws IOException, InterruptedException {
		if (ended == null) {
			end();
		}
		Ended shown = Objects.requireNonNull(ended);
		Path file = folder.resolve(RECORDING).toAbsolutePath();
		jcmd.ask("JFR.stop", NAME, "filename=" + file);
		running = false;
		List<ClassUse> live = ClassHistogram.largest(jcmd.ask("GC.class_histogram"), ProfileAnalysis.classes());
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

}

package org.campanile.perf.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.campanile.flight.FlightSettings;
import org.campanile.perf.environment.MeasuredProcess;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.ProfileResult.ClassUse;
import org.campanile.perf.result.ProfileResult.ProfileFile;
import org.campanile.perf.result.RunResults;

/**
 * A recording of one Java process under way. Used by one thread. Closing it without
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

	private final ThreadTimes before;

	private boolean running = true;

	private FlightRecording(MeasuredProcess process, Path folder, long pid, Jcmd jcmd, ThreadTimes before) {
		this.process = process;
		this.folder = folder;
		this.pid = pid;
		this.jcmd = jcmd;
		this.before = before;
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
		return new FlightRecording(process, folder, pid, jcmd, ThreadTimes.of(pid));
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
	 * Ends the recording and writes what it shows into the folder: tables, flame graph
	 * and the recording itself. Then has the process collect its garbage, to see what is
	 * alive: call it after what is measured.
	 */
	public ProfileResult stop() throws IOException, InterruptedException {
		ThreadTimes used = ThreadTimes.of(pid).since(before);
		Path file = folder.resolve(RECORDING).toAbsolutePath();
		jcmd.ask("JFR.stop", NAME, "filename=" + file);
		running = false;
		List<ClassUse> live = ClassHistogram.largest(jcmd.ask("GC.class_histogram"), ProfileAnalysis.classes());
		ProfileAnalysis analysis = ProfileAnalysis.of(file);
		analysis.flameGraph(process.name() + ", processor time", folder.resolve(FLAME_GRAPH));
		ProfileResult profile = analysis.result(process.name(), used, live,
				List.of(new ProfileFile("flame graph, processor time", FLAME_GRAPH),
						new ProfileFile("flight recording", RECORDING)));
		RunResults.write(folder, profile);
		return profile;
	}

	@Override
	public void close() throws IOException {
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

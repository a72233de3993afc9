package org.campanile.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.campanile.perf.process.JavaProcess;
import org.campanile.perf.result.LoadResult;
import org.jspecify.annotations.Nullable;

/**
 * Runs the load with Gatling in a process of its own, so that its processor time is
 * measured separately. The process is started for the first load and kept for the next,
 * as a cold generator would take processor time from servers on the same machine. Its
 * output is in {@code gatling.txt} in the folder of the load that started it.
 */
public final class GatlingLoad implements LoadGenerator {

	/** JVM options: those Gatling requires, a heap for thousands of users, few logs. */
	private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx1g", "-XX:+UseParallelGC",
			"--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
			"--sun-misc-unsafe-memory-access=allow", "-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml");

	/**
	 * Options that keep Gatling from sending anything off the machine. It asks a public
	 * server for its latest version, and stores the answer in the user's home: a proxy
	 * that does not exist prevents that. The load itself uses no proxy.
	 */
	private static final List<String> SILENCE = List.of("-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9",
			"-Dhttp.proxyHost=127.0.0.1", "-Dhttp.proxyPort=9", "-Dhttp.nonProxyHosts=",
			"-Djava.util.prefs.userRoot=" + System.getProperty("java.io.tmpdir"));

	private static final Duration START_PATIENCE = Duration.ofMinutes(2);

	/** How long the process may be silent, as it is while it writes its report. */
	private static final Duration PATIENCE = Duration.ofDays(1);

	private final List<String> words;

	private @Nullable JavaProcess process;

	public GatlingLoad() {
		this(words());
	}

	/**
	 * @param words the arguments that follow {@code java}
	 */
	GatlingLoad(List<String> words) {
		this.words = List.copyOf(words);
	}

	static List<String> words() {
		List<String> words = new ArrayList<>(OPTIONS);
		words.addAll(SILENCE);
		words.addAll(JavaProcess.here(LoadProcess.class));
		return words;
	}

	@Override
	public LoadResult run(Target target, LoadPlan plan, Path folder, Consumer<Progress> progress)
			throws IOException, InterruptedException {
		Path kept = folder.toAbsolutePath();
		Files.createDirectories(kept);
		new LoadJob(target, plan).write(kept);
		try {
			JavaProcess running = started(kept);
			running.send(kept.toString());
			String answer = running.answer(PATIENCE);
			while (!answer.equals(LoadProcess.DONE)) {
				progress.accept(LoadProcess.progress(answer));
				answer = running.answer(PATIENCE);
			}
		}
		catch (IOException ex) {
			if (Thread.interrupted()) {
				// Late lines of this load must not be taken for those of the next one.
				close();
				throw new InterruptedException(ex.getMessage());
			}
			throw ex;
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
		return LoadJob.readResult(kept);
	}

	private JavaProcess started(Path folder) throws IOException {
		JavaProcess running = process;
		if (running == null || !running.isAlive()) {
			running = JavaProcess.start("the load generator", words, folder.resolve("gatling.txt"));
			process = running;
			running.answer(START_PATIENCE);
		}
		return running;
	}

	@Override
	public void close() {
		JavaProcess running = process;
		process = null;
		if (running != null) {
			running.close();
		}
	}

}

package org.campanile.perf.load;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.campanile.perf.load.LoadJob.LoadMessage;
import org.campanile.perf.result.LoadResult;
import org.campanile.testkit.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * Has Gatling make the load, in a process of its own, so that its processor time is
 * measured apart. The process is started by the first load and kept for the next, as a
 * cold generator would take processor time from the servers on the same machine.
 */
public final class GatlingLoad implements LoadGenerator {

	/** Comes last from a process. */
	private static final String END = "\0end";

	private static final int SECONDS_TO_END = 5;

	private final LoadCommand command;

	private @Nullable Process process;

	private BlockingQueue<String> lines = new LinkedBlockingQueue<>();

	public GatlingLoad() {
		this(LoadCommand.ofThisProcess());
	}

	GatlingLoad(LoadCommand command) {
		this.command = command;
	}

	@Override
	public LoadResult run(Target target, LoadPlan plan, Path folder, Consumer<Progress> progress)
			throws IOException, InterruptedException {
		Path kept = folder.toAbsolutePath();
		Files.createDirectories(kept);
		new LoadJob(target, plan).write(kept);
		try (PrintWriter said = new PrintWriter(Files.newBufferedWriter(kept.resolve("gatling.txt")))) {
			send(started(), kept);
			await(said, kept, progress);
		}
		catch (InterruptedException | RuntimeException ex) {
			// What this load still says must not be taken for the next one's.
			close();
			throw ex;
		}
		return LoadJob.readResult(kept);
	}

	@Override
	public void close() {
		Process running = process;
		process = null;
		if (running == null) {
			return;
		}
		try {
			running.getOutputStream().close();
			if (!running.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
				running.destroyForcibly();
			}
		}
		catch (IOException ex) {
			running.destroyForcibly();
		}
		catch (InterruptedException ex) {
			running.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	private Process started() throws IOException {
		Process running = process;
		if (running == null || !running.isAlive()) {
			// In a session of its own, so that Ctrl-C at the terminal reaches us alone.
			List<String> words = new ArrayList<>(List.of(Program.SETSID.require().toString()));
			words.addAll(command.words());
			running = new ProcessBuilder(words).redirectErrorStream(true).start();
			process = running;
			BlockingQueue<String> queue = new LinkedBlockingQueue<>();
			lines = queue;
			BufferedReader reader = running.inputReader(StandardCharsets.UTF_8);
			Thread.ofVirtual().name("load-output").start(() -> listen(reader, queue));
		}
		return running;
	}

	private static void listen(BufferedReader reader, BlockingQueue<String> queue) {
		try (reader) {
			reader.lines().forEach(queue::add);
		}
		catch (IOException | UncheckedIOException ex) {
			queue.add("its output broke off: " + ex.getMessage());
		}
		queue.add(END);
	}

	private static void send(Process running, Path folder) throws IOException {
		BufferedWriter jobs = running.outputWriter(StandardCharsets.UTF_8);
		jobs.write(folder.toString());
		jobs.newLine();
		jobs.flush();
	}

	private void await(PrintWriter said, Path folder, Consumer<Progress> progress)
			throws IOException, InterruptedException {
		while (true) {
			String line = lines.take();
			if (line.equals(END)) {
				throw new IOException("the load generator ended before its load was done; see " + folder
						+ "/gatling.txt for what it said");
			}
			Optional<LoadMessage> message = LoadMessage.of(line);
			if (message.isEmpty()) {
				said.println(line);
				continue;
			}
			switch (message.get()) {
				case LoadMessage.UnderWay underWay -> progress.accept(underWay.progress());
				case LoadMessage.Failed failed -> throw new IOException(
						"no load could be made: " + failed.reason() + "; see " + folder + "/gatling.txt");
				case LoadMessage.Done done -> {
					return;
				}
			}
		}
	}

	/**
	 * How the process that makes loads is started.
	 *
	 * @param words of the command line
	 */
	record LoadCommand(List<String> words) {

		/** What Gatling asks for, a heap for thousands of users, and little to say. */
		private static final List<String> OPTIONS = List.of("-Xms128m", "-Xmx1g", "-XX:+UseParallelGC",
				"--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
				"--sun-misc-unsafe-memory-access=allow",
				"-Dlogback.configurationFile=org/campanile/perf/logback-perf.xml");

		/**
		 * Gatling asks a public server for its own latest version, and notes the answer
		 * in the home of the user who runs it. Nothing is to leave the machine: a proxy
		 * that is not there stops it, and the load itself asks no proxy.
		 */
		private static final List<String> SILENCE = List.of("-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9",
				"-Dhttp.proxyHost=127.0.0.1", "-Dhttp.proxyPort=9", "-Dhttp.nonProxyHosts=",
				"-Djava.util.prefs.userRoot=" + System.getProperty("java.io.tmpdir"));

		LoadCommand {
			words = List.copyOf(words);
		}

		/** With the Java and the class path of this process. */
		static LoadCommand ofThisProcess() {
			return of(System.getProperty("java.home"), System.getProperty("java.class.path"));
		}

		static LoadCommand of(String javaHome, String classPath) {
			List<String> words = new ArrayList<>();
			words.add(Path.of(javaHome, "bin", "java").toString());
			words.addAll(OPTIONS);
			words.addAll(SILENCE);
			words.addAll(List.of("-cp", classPath, LoadProcess.class.getName()));
			return new LoadCommand(words);
		}

	}

}

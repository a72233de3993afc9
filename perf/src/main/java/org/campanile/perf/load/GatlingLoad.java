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

import org.campanile.perf.result.LoadResult;
import org.campanile.testkit.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * Has Gatling make the load, in a process of its own, so that its processor time is told
 * apart. The process is started by the first load and kept for the next, as a cold
 * generator would take processor time from the servers on the same machine.
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

}

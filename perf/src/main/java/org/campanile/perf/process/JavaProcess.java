package org.campanile.perf.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.campanile.testkit.process.Program;

/**
 * A virtual machine of ours that runs a {@link CommandLoop}. It ends when its standard
 * input does, so that it never outlives this process. It has a session of its own, so
 * that Ctrl-C on the terminal reaches this process only. Commands are sent by one thread.
 */
public final class JavaProcess implements AutoCloseable {

	private static final String GONE = "gone";

	private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

	private final String name;

	private final Process process;

	private final Instant started;

	private final Path log;

	private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

	private JavaProcess(String name, Process process, Instant started, Path log) {
		this.name = name;
		this.process = process;
		this.started = started;
		this.log = log;
	}

	/**
	 * Starts a process; {@link #answer} returns the line that it sends when it is ready.
	 * @param words the arguments that follow {@code java}
	 * @param log the file to which its output is appended
	 */
	public static JavaProcess start(String name, List<String> words, Path log) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Program.SETSID.require().toString());
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(words);
		ProcessBuilder builder = new ProcessBuilder(command)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
		Instant before = Instant.now();
		JavaProcess started = new JavaProcess(name, builder.start(), before, log);
		Thread.ofPlatform().daemon().name(name).start(started::read);
		return started;
	}

	/** Returns the arguments that run a main class on the class path of this process. */
	public static List<String> here(Class<?> main) {
		return List.of("-cp", System.getProperty("java.class.path"), main.getName());
	}

	/** Reads the output until the process ends, as a full pipe would block it. */
	private void read() {
		try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
				Writer rest = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
			String line;
			while ((line = lines.readLine()) != null) {
				if (line.startsWith(CommandLoop.ANSWER)) {
					answers.add(line.substring(CommandLoop.ANSWER.length()));
				}
				else {
					rest.append(line).append('\n').flush();
				}
			}
			answers.add(GONE);
		}
		catch (IOException ex) {
			answers.add(GONE + ": " + ex.getMessage());
		}
	}

	/**
	 * Sends a command and waits for the answer.
	 * @throws IOException if the command failed, or the process has ended or did not
	 * answer in time
	 */
	public String ask(String command, Duration patience) throws IOException {
		send(command);
		return answer(patience);
	}

	/** Sends a command; {@link #answer} returns the result. */
	public void send(String command) throws IOException {
		process.outputWriter(StandardCharsets.UTF_8).append(command).append('\n').flush();
	}

	/** Waits for the next answer. */
	public String answer(Duration patience) throws IOException {
		try {
			String answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
			if (answer == null) {
				throw new IOException(
						name + " did not answer within " + patience.toSeconds() + " s" + Programs.lastLines(log));
			}
			if (answer.startsWith(GONE)) {
				// The end is kept for the next caller.
				answers.add(answer);
				throw new IOException(name + " has ended" + Programs.lastLines(log));
			}
			if (answer.startsWith(CommandLoop.FAILED)) {
				throw new IOException(name + " " + answer);
			}
			return answer;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for " + name, ex);
		}
	}

	/** Returns the file with its output. */
	public Path log() {
		return log;
	}

	public long pid() {
		return process.pid();
	}

	/**
	 * Returns the time just before the start; the start time in the operating system is
	 * up to a second off.
	 */
	public Instant started() {
		return started;
	}

	public boolean isAlive() {
		return process.isAlive();
	}

	/** Asks the process to stop, without waiting. */
	public void requestStop() {
		try {
			process.getOutputStream().close();
		}
		catch (IOException ex) {
			// The process has closed its input already.
			process.destroy();
		}
	}

	/** Sends SIGTERM, for a process that obeys no commands. */
	public void terminate() {
		process.destroy();
	}

	/** Asks the process to stop and waits; kills it if that takes too long. */
	@Override
	public void close() {
		requestStop();
		try {
			if (!process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
				process.destroyForcibly().onExit().join();
			}
		}
		catch (InterruptedException ex) {
			process.destroyForcibly().onExit().join();
			Thread.currentThread().interrupt();
		}
	}

}

package org.campanile.testkit.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that does not outlive this process: its standard input is a pipe from this
 * process, and the end of that input shows that this process has exited, for whatever
 * reason. It runs in its own session, so that Ctrl-C at the terminal only reaches this
 * process, which then stops the others in order. Thread-safe.
 */
public final class ChildProcess implements AutoCloseable {

	/**
	 * Runs a program that does not watch its input, and stops it when this script's input
	 * ends.
	 */
	private static final String KEEPER = """
			signal=$1
			shift
			exec 3<&0
			"$@" </dev/null 3<&- &
			child=$!
			(cat <&3 >/dev/null; kill -s "$signal" "$child" 2>/dev/null) &
			watcher=$!
			exec 3<&-
			wait "$child"
			status=$?
			kill "$watcher" 2>/dev/null
			exit "$status"
			""";

	private final Process process;

	private final String name;

	private ChildProcess(Process process, String name) {
		this.process = process;
		this.name = name;
	}

	/**
	 * Starts a program that watches its own standard input.
	 * @param output its output is appended to this file
	 */
	public static ChildProcess start(String name, List<String> command, Path output) throws IOException {
		List<String> words = new ArrayList<>(List.of("setsid"));
		words.addAll(command);
		ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
		return new ChildProcess(builder.start(), name);
	}

	/**
	 * Starts a program that does not watch its standard input.
	 * @param signal the signal that stops it, such as {@code TERM}
	 */
	public static ChildProcess kept(String name, String signal, List<String> command, Path output) throws IOException {
		List<String> words = new ArrayList<>(List.of("sh", "-c", KEEPER, "sh", signal));
		words.addAll(command);
		return start(name, words, output);
	}

	public String name() {
		return name;
	}

	public long pid() {
		return process.pid();
	}

	public boolean isAlive() {
		return process.isAlive();
	}

	/** Returns the exit status; only valid once the process has exited. */
	public int status() {
		return process.exitValue();
	}

	public CompletableFuture<Process> onExit() {
		return process.onExit();
	}

	/** Requests its termination (SIGTERM) without waiting. */
	public void terminate() {
		// Ends the process by its handle: Process.destroy() also closes its input, which
		// the process would take for the exit of this one, and would not drain.
		process.toHandle().destroy();
	}

	/** Kills it (SIGKILL), as a crash would. */
	public void kill() {
		process.destroyForcibly();
	}

	/** Closes its input, as if this process had exited, and continues. */
	public void letGo() {
		try {
			process.getOutputStream().close();
		}
		catch (IOException ex) {
			// The process has closed its end already.
			process.destroy();
		}
	}

	/** Waits until it has exited, and kills it after the timeout. */
	public void await(Duration patience) {
		try {
			if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
				process.descendants().forEach(ProcessHandle::destroyForcibly);
				process.destroyForcibly().onExit().join();
			}
		}
		catch (InterruptedException ex) {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		letGo();
		await(Duration.ofSeconds(10));
	}

}

package org.campanile.demo.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.campanile.testkit.servers.Installed;

/** A process that runs {@code bin/campanile demo} as from a terminal. */
final class RunningDemo implements AutoCloseable {

	private static final Path LAUNCHER = Path.of("..", "bin", "campanile").toAbsolutePath().normalize();

	private static final int SECONDS = 120;

	private final Process process;

	private final Path output;

	private RunningDemo(Process process, Path output) {
		this.process = process;
		this.output = output;
	}

	/**
	 * @param temporary a folder to use as the system's temporary folder
	 * @param home the home folder, or null for none
	 * @param options further command line arguments
	 */
	static RunningDemo start(Path temporary, int port, @Nullable Path home, String... options) {
		try {
			Path output = Files.createTempFile(temporary, "output", ".log");
			// A build that runs in the background passes on an ignored SIGINT; a terminal
			// does not.
			List<String> command = new ArrayList<>(List.of(Installed.ENV.path().toString(), "--default-signal=INT",
					LAUNCHER.toString(), "demo", "--port", Integer.toString(port)));
			if (home != null) {
				command.addAll(List.of("--home", home.toString()));
			}
			command.addAll(List.of(options));
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile());
			// The JVM would print a line about this variable, where the tests expect the
			// demo's output.
			builder.environment().remove("JDK_JAVA_OPTIONS");
			builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
			builder.environment()
				.put("CAMPANILE_JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary);
			return new RunningDemo(builder.start(), output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits until the demo prints that it is ready. */
	void awaitReady() {
		for (int i = 0; i < SECONDS * 20; i++) {
			String text = output();
			if (text.contains("Stop it with Ctrl-C.")) {
				return;
			}
			if (text.contains("building it") || exits(50, TimeUnit.MILLISECONDS)) {
				break;
			}
		}
		throw new AssertionError("The demo did not get ready:\n" + output());
	}

	/** Sends the signal of Ctrl-C. */
	void interrupt() {
		signal("INT");
	}

	/** Sends a signal such as {@code TERM}. */
	void signal(String name) {
		try {
			new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits for the end of the demo, and returns its exit status. */
	int status() {
		if (!exits(SECONDS, TimeUnit.SECONDS)) {
			throw new AssertionError("The demo did not end:\n" + output());
		}
		return process.exitValue();
	}

	boolean hasChildren() {
		return process.descendants().findAny().isPresent();
	}

	/** Returns all of the demo's output so far. */
	String output() {
		try {
			return Files.readString(output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly().onExit().join();
	}

	private boolean exits(long time, TimeUnit unit) {
		try {
			return process.waitFor(time, unit);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError(ex);
		}
	}

}

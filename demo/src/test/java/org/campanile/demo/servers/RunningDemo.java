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

/** {@code bin/campanile demo}, as somebody at a terminal runs it. */
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
	 * @param temporary a folder that takes the place of the system's temporary one
	 * @param home the home folder, or null for none
	 * @param options further words of the command line
	 */
	static RunningDemo start(Path temporary, int port, @Nullable Path home, String... options) {
		try {
			Path output = Files.createTempFile(temporary, "output", ".log");
			// A build in the background hands down an ignored SIGINT, a terminal does
			// not.
			List<String> command = new ArrayList<>(List.of(Installed.ENV.path().toString(), "--default-signal=INT",
					LAUNCHER.toString(), "demo", "--port", Integer.toString(port)));
			if (home != null) {
				command.addAll(List.of("--home", home.toString()));
			}
			command.addAll(List.of(options));
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile());
			// Java reports its use in a line, where one line of ours is expected.
			builder.environment().remove("JDK_JAVA_OPTIONS");
			builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
			builder.environment().put("CAMPANILE_JAVA_OPTS", "-Xmx512m -Djava.io.tmpdir=" + temporary);
			return new RunningDemo(builder.start(), output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Waits until it says that it is ready. */
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

	/** What Ctrl-C does. */
	void interrupt() {
		signal("INT");
	}

	/** Sends it a signal such as {@code TERM}. */
	void signal(String name) {
		try {
			new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Its exit status, once it has ended. */
	int status() {
		if (!exits(SECONDS, TimeUnit.SECONDS)) {
			throw new AssertionError("The demo did not end:\n" + output());
		}
		return process.exitValue();
	}

	boolean hasChildren() {
		return process.descendants().findAny().isPresent();
	}

	/** Everything it has printed. */
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

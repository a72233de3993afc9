package org.campanile.perf.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.campanile.testkit.process.Ports;

/** Runs programs of this machine, and waits for servers to listen. */
public final class Programs {

	private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+");

	private static final int LAST_LINES = 12;

	private Programs() {
	}

	/**
	 * Runs a program to its end.
	 * @param log the file to which its output is appended
	 * @throws IOException with the log, if the program fails
	 */
	public static void run(List<String> command, Path log) throws IOException {
		Process process = new ProcessBuilder(command).directory(Path.of("/").toFile())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
			.start();
		if (process.onExit().join().exitValue() != 0) {
			throw new IOException(String.join(" ", command) + " failed" + lastLines(log));
		}
	}

	/**
	 * Returns the first part of a program's output that looks like a version;
	 * {@code unknown} if there is none.
	 * @param option the option that prints the version
	 */
	public static String version(Path program, String option) throws IOException {
		// Some programs print it on standard error, and some end with status 1.
		Process process = new ProcessBuilder(program.toString(), option).redirectErrorStream(true).start();
		process.getOutputStream().close();
		try (var lines = process.inputReader()) {
			Matcher version = VERSION.matcher(lines.lines().collect(Collectors.joining(" ")));
			return version.find() ? version.group() : "unknown";
		}
	}

	/**
	 * Waits until something listens on a port of loopback.
	 * @throws IOException with the end of the log, if the process ends before or takes
	 * too long
	 */
	public static void awaitPort(String name, int port, BooleanSupplier alive, Path log, Duration patience)
			throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		while (Ports.isFree(port)) {
			if (!alive.getAsBoolean() || System.nanoTime() > end) {
				throw new IOException(name + " does not start" + lastLines(log));
			}
			pause(name);
		}
	}

	/** Whether this process runs as root, as servers may then need another user. */
	public static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	/** Sleeps for a moment between two checks. */
	public static void pause(String name) throws IOException {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for " + name, ex);
		}
	}

	/** Returns the path and the last lines of a log, for a message. */
	public static String lastLines(Path log) throws IOException {
		// A log need not be valid UTF-8, ISO 8859-1 accepts any byte.
		List<String> lines = Files.exists(log) ? Files.readAllLines(log, StandardCharsets.ISO_8859_1) : List.of();
		return "; its log is " + log
				+ lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
					.stream()
					.map(line -> System.lineSeparator() + line)
					.collect(Collectors.joining());
	}

}

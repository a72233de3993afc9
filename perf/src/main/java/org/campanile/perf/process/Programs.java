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

/** Runs programs of this machine, and waits for those that serve. */
public final class Programs {

	private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)+");

	private static final int LAST_LINES = 12;

	private Programs() {
	}

	/**
	 * Runs one to its end.
	 * @param log what it prints is appended to this file
	 * @throws IOException with the log if it fails
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
	 * The first thing a program says that looks like a version; {@code unknown} if
	 * nothing does.
	 * @param option that makes it say so
	 */
	public static String version(Path program, String option) throws IOException {
		// Some say it on their standard error, and some end with 1.
		Process process = new ProcessBuilder(program.toString(), option).redirectErrorStream(true).start();
		process.getOutputStream().close();
		try (var lines = process.inputReader()) {
			Matcher version = VERSION.matcher(lines.lines().collect(Collectors.joining(" ")));
			return version.find() ? version.group() : "unknown";
		}
	}

	/**
	 * Returns when something listens on a port of loopback.
	 * @throws IOException with the end of its log if it ends before, or takes too long
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

	/** A moment between two looks. */
	public static void pause(String name) throws IOException {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for " + name, ex);
		}
	}

	/** Where a log is, and its end, for a message. */
	public static String lastLines(Path log) throws IOException {
		// Not as UTF-8, which a log need not be.
		List<String> lines = Files.exists(log) ? Files.readAllLines(log, StandardCharsets.ISO_8859_1) : List.of();
		return "; its log is " + log
				+ lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())
					.stream()
					.map(line -> System.lineSeparator() + line)
					.collect(Collectors.joining());
	}

}

package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.campanile.testkit.process.Ports;

/** Waits for servers. */
final class PortReadiness {

	private PortReadiness() {
	}

	/**
	 * Returns when something listens on a port of loopback.
	 * @throws IOException with its log if it ends before, or takes too long
	 */
	static void await(String name, int port, BooleanSupplier alive, Path log, Duration patience) throws IOException {
		long end = System.nanoTime() + patience.toNanos();
		while (Ports.isFree(port)) {
			if (!alive.getAsBoolean() || System.nanoTime() > end) {
				throw new IOException(name + " does not start: "
						+ (Files.exists(log) ? Files.readString(log).strip() : "it wrote no log"));
			}
			pause(name);
		}
	}

	/** A moment between two looks. */
	static void pause(String name) throws IOException {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException("interrupted while waiting for " + name, ex);
		}
	}

	/** Asks an installed program which version it is. */
	static final class ProgramVersion {

		private static final Pattern NUMBERS = Pattern.compile("\\d+(?:\\.\\d+)+");

		private ProgramVersion() {
		}

		/**
		 * The first thing it says that looks like a version; {@code unknown} if nothing
		 * does.
		 * @param option that makes it say so
		 */
		static String of(Path program, String option) throws IOException {
			// Some say it on their standard error, and some end with 1.
			Process process = new ProcessBuilder(program.toString(), option).redirectErrorStream(true).start();
			process.getOutputStream().close();
			try (var lines = process.inputReader()) {
				Matcher version = NUMBERS.matcher(lines.lines().collect(Collectors.joining(" ")));
				return version.find() ? version.group() : "unknown";
			}
		}

	}

}

package org.campanile.perf.environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Asks an installed program which version it is. */
final class ProgramVersion {

	private static final Pattern NUMBERS = Pattern.compile("\\d+(?:\\.\\d+)+");

	private ProgramVersion() {
	}

	/**
	 * The first thing it says that looks like a version; {@code unknown} if nothing does.
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

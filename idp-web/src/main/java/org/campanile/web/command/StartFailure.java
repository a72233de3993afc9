package org.campanile.web.command;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.ExitCode;

import org.springframework.boot.web.server.PortInUseException;

import org.campanile.web.cluster.MissingProgramException;
import org.campanile.web.config.ConfigurationFault;

/**
 * Why the server did not start.
 *
 * @param lines for the terminal, without a stack trace
 * @param exitCode of the process
 */
record StartFailure(List<String> lines, int exitCode) {

	/** A setting or a file of the home folder, which our own messages begin with. */
	private static final Pattern OURS = Pattern.compile("(campanile\\.|/|credentials/|metadata/)\\S*( holds|[:,]).*",
			Pattern.DOTALL);

	/** What the parser says of a block below a line that has a value. */
	private static final Set<String> DEEPER = Set.of("mapping values are not allowed here",
			"expected <block end>, but found '<block mapping start>'");

	/** A value, or a member of a list, that begins with a quote. */
	private static final Pattern VALUE_IN_QUOTES = Pattern.compile("(?:[:-]\\s+|[\\[{,]\\s*)([\"'])");

	/** The first cause that we know by name. */
	static StartFailure of(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof FileSystemException denied && isRefused(denied)) {
				return configuration(List.of(refused(denied)));
			}
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			Optional<StartFailure> known = known(cause);
			if (known.isPresent()) {
				return known.get();
			}
		}
		return new StartFailure(List.of("The server could not be started: " + root(failure)), ExitCode.SOFTWARE);
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && root.getCause() != root) {
			root = root.getCause();
		}
		return root;
	}

	private static Optional<StartFailure> known(Throwable cause) {
		return switch (cause) {
			case FaultyConfigurationException faulty ->
				Optional.of(configuration(faulty.faults().stream().map(ConfigurationFault::line).toList()));
			case MarkedYAMLException yaml -> Optional.of(configuration(List.of(describe(yaml))));
			case YAMLException yaml -> Optional.of(configuration(List
				.of("application.yaml: is no YAML: " + oneLine(yaml.getMessage()) + "; save it as UTF-8 text")));
			case PortInUseException port ->
				Optional.of(new StartFailure(List.of(portTaken(port.getPort())), ExitCode.SOFTWARE));
			case MissingProgramException missing ->
				Optional.of(new StartFailure(List.of(String.valueOf(missing.getMessage())), ExitCode.SOFTWARE));
			case FileSystemException file -> Optional.of(new StartFailure(List
				.of(file.getFile() + " cannot be used: " + reason(file) + "; choose another folder with --home"),
					ExitCode.SOFTWARE));
			case UncheckedIOException io -> Optional.of(new StartFailure(List.of(withReason(io)), ExitCode.SOFTWARE));
			case IllegalArgumentException argument when isOurs(argument) ->
				Optional.of(configuration(String.valueOf(argument.getMessage()).lines().toList()));
			default -> Optional.empty();
		};
	}

	/** Wherever it comes to light, it is a matter of the home folder. */
	private static boolean isRefused(FileSystemException failure) {
		return failure instanceof AccessDeniedException || "Read-only file system".equals(failure.getReason());
	}

	private static String refused(FileSystemException failure) {
		String user = System.getProperty("user.name");
		return failure instanceof AccessDeniedException
				? failure.getFile() + ": user " + user
						+ " has no permission to read or write it; give the folder to that " + "user (chown -R " + user
						+ " DIR), or choose another one with --home"
				: failure.getFile()
						+ ": stands on a file system that is read-only; make it writable, or choose another "
						+ "folder with --home";
	}

	/** What is wrong with a home folder before anything in it is read. */
	static Optional<String> ofHome(Path home) {
		Path file = home.resolve("application.yaml");
		if (!Files.isDirectory(home)) {
			return Optional.of(home + (Files.exists(home) ? " is no folder" : " does not exist")
					+ "; --home names the folder that holds application.yaml");
		}
		if (!Files.exists(file)) {
			return Optional.of(file + " is missing; docs/configuration.md shows one of a page");
		}
		return Files.isReadable(file) ? Optional.empty() : Optional.of(file + " cannot be read by user "
				+ System.getProperty("user.name") + "; give it to that user, or to a group of theirs");
	}

	private static StartFailure configuration(List<String> lines) {
		return new StartFailure(lines, Campanile.FAULTY_CONFIGURATION);
	}

	/**
	 * The parser's own message goes over several lines and quotes the file, secrets and
	 * all.
	 */
	private static String describe(MarkedYAMLException yaml) {
		Mark mark = yaml.getProblemMark();
		if (mark == null) {
			return "application.yaml: is no YAML: " + oneLine(yaml.getProblem());
		}
		List<String> lines = new String(mark.getBuffer(), 0, mark.getBuffer().length).lines().toList();
		int line = Math.min(mark.getLine(), lines.size() - 1);
		OptionalInt quote = openQuote(yaml, lines, line);
		if (quote.isPresent()) {
			return "application.yaml:" + (quote.getAsInt() + 1)
					+ ": is no YAML: a quote opens in this line and is not closed there; close it";
		}
		String place = "application.yaml:" + (mark.getLine() + 1) + ": is no YAML: ";
		if (line > 0 && DEEPER.contains(String.valueOf(yaml.getProblem()))
				&& indentation(lines.get(line)) > indentation(lines.get(line - 1))) {
			return place + "indented deeper than the line before it, which has a value already; begin both in the same "
					+ "column";
		}
		return place + oneLine(yaml.getProblem())
				+ "; look at this line and the one before it, at indentation, colons and quotes";
	}

	/**
	 * The line whose quote takes in what follows. The parser stumbles lines later, over
	 * the end of the file or where the next quote seems to close it.
	 */
	private static OptionalInt openQuote(MarkedYAMLException yaml, List<String> lines, int until) {
		Mark began = yaml.getContextMark();
		if (began != null && "while scanning a quoted scalar".equals(yaml.getContext())) {
			return OptionalInt.of(began.getLine());
		}
		return IntStream.iterate(until, line -> line >= 0, line -> line - 1)
			.filter(line -> leavesQuoteOpen(lines.get(line)))
			.findFirst();
	}

	private static boolean leavesQuoteOpen(String line) {
		Matcher value = VALUE_IN_QUOTES.matcher(line);
		return value.find() && line.chars().filter(sign -> sign == line.charAt(value.start(1))).count() % 2 == 1;
	}

	private static long indentation(String line) {
		return line.chars().takeWhile(sign -> sign == ' ').count();
	}

	private static String oneLine(@org.jspecify.annotations.Nullable String text) {
		return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
	}

	private static String withReason(UncheckedIOException io) {
		return io.getMessage() + " (" + io.getCause() + ")";
	}

	/** Says that a port is taken, and what to do. */
	static String portTaken(int port) {
		return "Port " + port + " is taken by another program; stop that one, or choose another port (demo: --port, "
				+ "run: server.port or management.server.port)";
	}

	private static String reason(FileSystemException failure) {
		return switch (failure) {
			case FileAlreadyExistsException file -> "it is a file";
			case NoSuchFileException missing -> "it does not exist";
			default -> failure.getReason() == null ? "the system refuses it" : failure.getReason();
		};
	}

	private static boolean isOurs(IllegalArgumentException ex) {
		return OURS.matcher(String.valueOf(ex.getMessage())).matches();
	}

}

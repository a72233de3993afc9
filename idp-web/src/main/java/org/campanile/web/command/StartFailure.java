package org.campanile.web.command;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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

	/** The first cause that we know by name. */
	static StartFailure of(Throwable failure) {
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
			case AccessDeniedException denied -> Optional.of(new StartFailure(
					List.of("No permission to write " + denied.getFile() + "; choose another folder with --home"),
					ExitCode.SOFTWARE));
			case FileSystemException file -> Optional.of(new StartFailure(List
				.of(file.getFile() + " cannot be used: " + reason(file) + "; choose another folder with --home"),
					ExitCode.SOFTWARE));
			case UncheckedIOException io -> Optional.of(new StartFailure(List.of(withReason(io)), ExitCode.SOFTWARE));
			case IllegalArgumentException argument when isOurs(argument) ->
				Optional.of(configuration(String.valueOf(argument.getMessage()).lines().toList()));
			default -> Optional.empty();
		};
	}

	private static StartFailure configuration(List<String> lines) {
		return new StartFailure(lines, Campanile.FAULTY_CONFIGURATION);
	}

	/**
	 * The parser's own message goes over several lines and quotes the file, secrets and
	 * all.
	 */
	private static String describe(MarkedYAMLException yaml) {
		String place = yaml.getProblemMark() == null ? "" : ":" + (yaml.getProblemMark().getLine() + 1);
		return "application.yaml" + place + ": is no YAML: " + oneLine(yaml.getProblem())
				+ "; look at this line and the one before it, at indentation, colons and quotes";
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

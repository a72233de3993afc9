package org.campanile.web.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.NestedExceptionUtils;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.ExitCode;

import org.campanile.web.config.YamlFault;

/**
 * The reason why the server did not start.
 *
 * @param lines for the terminal, without a stack trace
 * @param exitCode of the process
 */
public record StartFailure(List<String> lines, int exitCode) {

	/**
	 * Matches the beginning of the server's own messages: a setting or a file of the home
	 * folder.
	 */
	private static final Pattern OURS = Pattern.compile("(campanile\\.|/|credentials/|metadata/)\\S*( holds|[:,]).*",
			Pattern.DOTALL);

	/** The folders of the home folder to which the server alone writes. */
	private static final Set<String> OWN = Set.of("credentials", "work");

	/** Returns the first cause with a message of its own. */
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
		return new StartFailure(
				List.of("The server could not be started: " + NestedExceptionUtils.getMostSpecificCause(failure)),
				ExitCode.SOFTWARE);
	}

	private static Optional<StartFailure> known(Throwable cause) {
		return switch (cause) {
			case FaultyConfigurationException faulty -> Optional.of(configuration(faulty.faults()));
			case ManagementException asked ->
				Optional.of(new StartFailure(List.of(String.valueOf(asked.getMessage())), asked.exitCode()));
			case YAMLException yaml -> YamlFault.of(yaml).map(line -> configuration(List.of(line)));
			case PortInUseException port ->
				Optional.of(new StartFailure(List.of(portTaken(port.getPort())), ExitCode.SOFTWARE));
			case BindException address ->
				Optional.of(new StartFailure(List.of(notListening(address)), ExitCode.SOFTWARE));
			case FileSystemException file -> Optional.of(new StartFailure(List
				.of(file.getFile() + " cannot be used: " + reason(file) + "; choose another folder with --home"),
					ExitCode.SOFTWARE));
			case UncheckedIOException io -> Optional.of(new StartFailure(List.of(withReason(io)), ExitCode.SOFTWARE));
			case IllegalArgumentException argument when isOurs(argument) ->
				Optional.of(configuration(String.valueOf(argument.getMessage()).lines().toList()));
			// A configured system is not available yet; a later start may succeed.
			case IllegalStateException state when isOurs(state) ->
				Optional.of(new StartFailure(String.valueOf(state.getMessage()).lines().toList(), ExitCode.SOFTWARE));
			default -> Optional.empty();
		};
	}

	/**
	 * Whether a file was refused. Wherever that is thrown, it concerns the home folder.
	 */
	private static boolean isRefused(FileSystemException failure) {
		return failure instanceof AccessDeniedException || "Read-only file system".equals(failure.getReason());
	}

	private static String refused(FileSystemException failure) {
		String user = System.getProperty("user.name");
		return failure instanceof AccessDeniedException
				? failure.getFile() + ": user " + user + " has no permission to read or write it; "
						+ remedy(Path.of(failure.getFile()), user) + ", or choose another home folder with --home"
				: failure.getFile()
						+ ": is on a read-only file system; make it writable, or choose another folder with --home";
	}

	/** Names a command only for a folder that is the server's own as a whole. */
	private static String remedy(Path refused, String user) {
		for (Path folder = refused; folder != null; folder = folder.getParent()) {
			if (OWN.contains(String.valueOf(folder.getFileName()))) {
				String owner = owner(folder, user);
				// Root made it by mistake; any other account may be that of the server.
				return (owner.equals(user) || owner.equals("root") ? ""
						: "run this as " + owner + " if that is the account of the server; otherwise ")
						+ "give the folder to " + user + " (chown -R " + user + ' ' + target(folder) + ')';
			}
		}
		return "give it to that user, or to a group of theirs";
	}

	/** Returns the owner of a folder; the user if it is hidden or does not exist. */
	private static String owner(Path folder, String user) {
		try {
			return Files.getOwner(folder).getName();
		}
		catch (IOException ex) {
			return user;
		}
	}

	/** Returns the folder itself, as chown does not follow a link to it. */
	private static Path target(Path folder) {
		try {
			return folder.toRealPath();
		}
		catch (IOException ex) {
			return folder;
		}
	}

	/** The fault of a home folder as a whole, before anything in it is read. */
	static Optional<String> ofHome(Path home) {
		Path file = home.resolve("application.yaml");
		if (!Files.isDirectory(home)) {
			return Optional.of(home + (Files.exists(home) ? " is not a folder" : " does not exist")
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

	private static String withReason(UncheckedIOException io) {
		return io.getMessage() + " (" + io.getCause() + ")";
	}

	/** The message for a port that is taken, with the remedy. */
	public static String portTaken(int port) {
		return "Port " + port + " is taken by another program; stop that one, or choose another port (demo: --port, "
				+ "run: server.port or management.server.port)";
	}

	private static String notListening(BindException failure) {
		return "server.port, server.address: the server cannot listen there (" + failure.getMessage()
				+ "); a port below 1024 needs the capability CAP_NET_BIND_SERVICE, and the address must be one of this "
				+ "host; the same holds for management.server and campanile.validation.listen";
	}

	private static String reason(FileSystemException failure) {
		return switch (failure) {
			case FileAlreadyExistsException file -> "it is a file";
			case NoSuchFileException missing -> "it does not exist";
			default -> failure.getReason() == null ? "the system refuses it" : failure.getReason();
		};
	}

	private static boolean isOurs(RuntimeException ex) {
		return OURS.matcher(String.valueOf(ex.getMessage())).matches();
	}

}

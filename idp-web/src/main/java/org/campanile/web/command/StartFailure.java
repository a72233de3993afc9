package org.campanile.web.command;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;

import org.springframework.boot.web.server.PortInUseException;

import org.campanile.web.config.ConfigurationFault;

/** Says in a line or a few why the server did not start. */
final class StartFailure {

	private StartFailure() {
	}

	/** Lines for the terminal, without a stack trace. */
	static List<String> lines(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			switch (cause) {
				case FaultyConfigurationException faulty -> {
					return faulty.faults().stream().map(ConfigurationFault::line).toList();
				}
				case PortInUseException port -> {
					return List.of(portTaken(port.getPort()));
				}
				case AccessDeniedException denied -> {
					return List
						.of("No permission to write " + denied.getFile() + "; choose another folder with --home");
				}
				case FileSystemException file -> {
					return List.of(file.getFile() + " cannot be used: " + reason(file)
							+ "; choose another folder with --home");
				}
				case UncheckedIOException io -> {
					return List.of(String.valueOf(io.getMessage()));
				}
				case IllegalArgumentException argument when isOurs(argument) -> {
					return String.valueOf(argument.getMessage()).lines().toList();
				}
				default -> {
					// Wrapped deeper, or nothing we know by name.
				}
			}
		}
		return List.of("The server could not be started: " + failure);
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
		String message = ex.getMessage();
		return message != null && (message.startsWith("campanile.") || message.startsWith("/"));
	}

}

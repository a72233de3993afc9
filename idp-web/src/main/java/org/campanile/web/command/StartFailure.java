package org.campanile.web.command;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
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
					return List.of("Port " + port.getPort() + " is taken by another program; stop that one, or choose "
							+ "another port (demo: --port, run: server.port or management.server.port)");
				}
				case AccessDeniedException denied -> {
					return List
						.of("No permission to write " + denied.getFile() + "; choose another folder with --home");
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

	private static boolean isOurs(IllegalArgumentException ex) {
		String message = ex.getMessage();
		return message != null && (message.startsWith("campanile.") || message.startsWith("/"));
	}

}

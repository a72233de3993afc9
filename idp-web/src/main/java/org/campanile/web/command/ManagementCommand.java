package org.campanile.web.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that sends requests to the management port of the running server. */
abstract class ManagementCommand implements Callable<Integer> {

	@Option(names = "--home", required = true, paramLabel = "DIR",
			description = "The home folder that the server was started with.")
	private Path home = Path.of(".");

	@Spec
	private CommandSpec spec = CommandSpec.create();

	/** The command line that runs this command. */
	final CommandLine commandLine() {
		return spec.commandLine();
	}

	/**
	 * Returns the client of the server; faults of settings that it does not need go to
	 * standard error, as warnings.
	 */
	final ManagementClient client() {
		return ManagementClient.ofHome(home, line -> commandLine().getErr().println(Printable.of(line)));
	}

	/** Prints a line to standard output. */
	final void print(String line) {
		commandLine().getOut().println(Printable.of(line));
	}

	/** Returns who runs the command, for the server's audit log. */
	static String by() {
		return System.getProperty("user.name", "administrator");
	}

	/** An instant to the second. */
	static String time(@Nullable Object instant) {
		return String.valueOf(instant).replaceFirst("T", " ").replaceFirst("(\\.[0-9]+)?Z$", "");
	}

	/** The JSON objects in a list; none if it is no list. */
	static List<Map<?, ?>> objects(@Nullable Object list) {
		return list instanceof List<?> all ? all.stream().<Map<?, ?>>mapMulti((one, found) -> {
			if (one instanceof Map<?, ?> map) {
				found.accept(map);
			}
		}).toList() : List.of();
	}

}

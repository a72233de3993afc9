package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code campanile run --home DIR}. */
@Command(name = "run", description = "Runs the server that a home folder configures.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

	@Option(names = "--home", required = true, paramLabel = "DIR", description = "The home folder.")
	private Path home = Path.of(".");

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() {
		return run(home, spec.commandLine().getErr());
	}

	/**
	 * Starts the server.
	 * @param err where an unusable home folder is reported
	 * @return the exit code, or {@link Campanile#KEEP_RUNNING}
	 */
	static int run(Path home, PrintWriter err) {
		Optional<String> unusable = StartFailure.ofHome(home.toAbsolutePath().normalize());
		if (unusable.isPresent()) {
			err.println(unusable.get());
			return Campanile.FAULTY_CONFIGURATION;
		}
		new Server(home, "").start();
		return Campanile.KEEP_RUNNING;
	}

}

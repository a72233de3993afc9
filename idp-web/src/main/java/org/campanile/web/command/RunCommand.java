package org.campanile.web.command;

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
		Optional<String> unusable = StartFailure.ofHome(home.toAbsolutePath().normalize());
		if (unusable.isPresent()) {
			spec.commandLine().getErr().println(unusable.get());
			return Campanile.FAULTY_CONFIGURATION;
		}
		new Server(home, "").start();
		return Campanile.KEEP_RUNNING;
	}

}

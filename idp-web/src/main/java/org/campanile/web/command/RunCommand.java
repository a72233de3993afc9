package org.campanile.web.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code campanile run --home DIR}. */
@Command(name = "run",
		description = "Runs the server that a home folder configures, until it gets SIGTERM. Creates missing keys in "
				+ "credentials/. The log goes to standard output.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "1:the server could not start, or has failed", "2:the command line is wrong",
				"78:the configuration or a file of the home folder has faults; campanile check lists them",
				"143:stopped by SIGTERM, as usual" },
		footerHeading = "%nExamples:%n", footer = { "  campanile run --home /etc/campanile" })
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

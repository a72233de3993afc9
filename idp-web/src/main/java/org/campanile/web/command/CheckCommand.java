package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import org.campanile.web.config.ConfigurationFault;

/** {@code campanile check --home DIR}. */
@Command(name = "check", description = "Checks the configuration of a home folder and reports every fault.",
		mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

	@Option(names = "--home", required = true, paramLabel = "DIR", description = "The home folder.")
	private Path home = Path.of(".");

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() {
		PrintWriter out = spec.commandLine().getOut();
		PrintWriter err = spec.commandLine().getErr();
		if (!Files.isReadable(home.resolve("application.yaml"))) {
			err.println(home.resolve("application.yaml") + " is missing or cannot be read");
			return Campanile.FAULTY_CONFIGURATION;
		}
		List<String> faults = new ArrayList<>(
				new Server(home, "").check().stream().map(ConfigurationFault::line).toList());
		faults.forEach(err::println);
		if (!faults.isEmpty()) {
			err.println(faults.size() + (faults.size() == 1 ? " fault" : " faults"));
			return Campanile.FAULTY_CONFIGURATION;
		}
		out.println("The configuration of " + home + " is sound.");
		return 0;
	}

}

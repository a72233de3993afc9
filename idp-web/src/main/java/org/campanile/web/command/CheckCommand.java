package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import org.campanile.HomeFolder;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.HomeCheck;
import org.campanile.web.config.HomeReport;

/** {@code campanile check --home DIR [--connect [--as USER]]}. */
@Command(name = "check", description = "Checks the configuration of a home folder and reports every fault.",
		mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

	@Option(names = "--home", required = true, paramLabel = "DIR", description = "The home folder.")
	private Path home = Path.of(".");

	@Option(names = "--connect",
			description = "Also connect to the configured directory and store; nothing is changed there.")
	private boolean connect;

	@Option(names = "--as", paramLabel = "USER",
			description = "With --connect, search the directory for this user; no password is needed.")
	private @Nullable String user;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() {
		PrintWriter out = spec.commandLine().getOut();
		PrintWriter err = spec.commandLine().getErr();
		home = home.toAbsolutePath().normalize();
		Optional<String> unusable = StartFailure.ofHome(home);
		if (unusable.isPresent()) {
			err.println(Printable.of(unusable.get()));
			return Campanile.FAULTY_CONFIGURATION;
		}
		ConfigurationReport configuration = Server.quietly(home).read();
		List<String> faults = configuration.faults();
		if (!faults.isEmpty()) {
			return refuse(faults);
		}
		HomeReport report = new HomeCheck(configuration, new HomeFolder(home), Clock.systemUTC()).run();
		report.warnings().forEach(line -> err.println(Printable.of("warning: " + line)));
		if (!report.faults().isEmpty()) {
			return refuse(report.faults());
		}
		report.summary().forEach(line -> out.println(Printable.of(line)));
		if (connect || user != null) {
			HomeReport connections = new ConnectionCheck(configuration, new HomeFolder(home), Clock.systemUTC())
				.run(Optional.ofNullable(user));
			connections.summary().forEach(line -> out.println(Printable.of(line)));
			if (!connections.faults().isEmpty()) {
				out.flush();
				return refuse(connections.faults());
			}
		}
		out.println("The configuration of " + home + " is sound.");
		return 0;
	}

	private int refuse(List<String> faults) {
		PrintWriter err = spec.commandLine().getErr();
		faults.forEach(fault -> err.println(Printable.of(fault)));
		err.println(faults.size() + (faults.size() == 1 ? " fault" : " faults"));
		return Campanile.FAULTY_CONFIGURATION;
	}

}

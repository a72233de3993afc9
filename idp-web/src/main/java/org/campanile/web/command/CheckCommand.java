package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import org.campanile.HomeFolder;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.config.HomeCheck;
import org.campanile.web.config.HomeReport;

/** {@code campanile check --home DIR [--connect [--as USER]] [--json]}. */
@Command(name = "check",
		description = "Checks the configuration of a home folder and reports every fault, with key, file, line and "
				+ "remedy. Starts and changes nothing.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:no fault; there may be warnings", "1:the check itself failed",
				"2:the command line is wrong", "78:at least one fault" },
		footerHeading = "%nExamples:%n",
		footer = { "  campanile check --home /etc/campanile",
				"  campanile check --home /etc/campanile --connect --as anna",
				"  campanile check --home /etc/campanile --json" })
final class CheckCommand implements Callable<Integer> {

	@Option(names = "--home", required = true, paramLabel = "DIR", description = "The home folder.")
	private Path home = Path.of(".");

	@Option(names = "--connect",
			description = "Also connect to the configured directory and store; nothing is changed there.")
	private boolean connect;

	@Option(names = "--as", paramLabel = "USER",
			description = "With --connect, search the directory for this user; no password is needed.")
	private @Nullable String user;

	@Option(names = "--json",
			description = "Prints one JSON object instead: sound, and the lines of faults, warnings and summary.")
	private boolean json;

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() {
		home = home.toAbsolutePath().normalize();
		HomeReport found = json ? foundOrRefused() : found();
		if (json) {
			spec.commandLine()
				.getOut()
				.println(Printable
					.json(new Result(found.faults().isEmpty(), found.faults(), found.warnings(), found.summary())));
		}
		else {
			print(found);
		}
		return found.faults().isEmpty() ? ExitCode.OK : Campanile.FAULTY_CONFIGURATION;
	}

	/** The output of {@code --json}. */
	private record Result(boolean sound, List<String> faults, List<String> warnings, List<String> summary) {
	}

	/**
	 * Reports faults that end the reading early like all others, for scripts. Without
	 * {@code --json} the exception prints them.
	 */
	private HomeReport foundOrRefused() {
		try {
			return found();
		}
		catch (RuntimeException ex) {
			StartFailure failure = StartFailure.of(ex);
			if (failure.exitCode() != Campanile.FAULTY_CONFIGURATION) {
				throw ex;
			}
			return refused(failure.lines());
		}
	}

	private HomeReport found() {
		Optional<String> unusable = StartFailure.ofHome(home);
		if (unusable.isPresent()) {
			return refused(List.of(unusable.get()));
		}
		ConfigurationReport configuration = new Server(home, "").read();
		if (!configuration.faults().isEmpty()) {
			return refused(configuration.faults());
		}
		HomeFolder folder = new HomeFolder(home);
		HomeReport report = new HomeCheck(configuration, folder, Clock.systemUTC()).run();
		if (!report.faults().isEmpty()) {
			return new HomeReport(report.faults(), report.warnings(), List.of());
		}
		if (!connect && user == null) {
			return report;
		}
		HomeReport connections = new ConnectionCheck(configuration, folder, Clock.systemUTC())
			.run(Optional.ofNullable(user));
		return new HomeReport(connections.faults(),
				Stream.concat(report.warnings().stream(), connections.warnings().stream()).toList(),
				Stream.concat(report.summary().stream(), connections.summary().stream()).toList());
	}

	private static HomeReport refused(List<String> faults) {
		return new HomeReport(faults, List.of(), List.of());
	}

	private void print(HomeReport found) {
		PrintWriter out = spec.commandLine().getOut();
		PrintWriter err = spec.commandLine().getErr();
		found.warnings().forEach(line -> err.println(Printable.of("warning: " + line)));
		found.summary().forEach(line -> out.println(Printable.of(line)));
		if (found.faults().isEmpty()) {
			out.println("The configuration of " + home + " is sound.");
			return;
		}
		out.flush();
		found.faults().forEach(fault -> err.println(Printable.of(fault)));
		if (StartFailure.ofHome(home).isPresent()) {
			return;
		}
		err.println(found.faults().size() + (found.faults().size() == 1 ? " fault" : " faults"));
	}

}

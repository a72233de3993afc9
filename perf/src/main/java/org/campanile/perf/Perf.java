package org.campanile.perf;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

import picocli.CommandLine;

import org.campanile.testkit.process.MissingProgramException;

/** The command line of the measurements: {@code bin/campanile perf}. */
public final class Perf {

	/** Somebody was taken for somebody else: the one failure that must never happen. */
	static final int WRONG_USER = 3;

	/** Some answers were not sound, or none of a step was. */
	static final int UNSOUND = 4;

	/** What a shell tells of a program that Ctrl-C has ended. */
	static final int INTERRUPTED = 130;

	private Perf() {
	}

	/** Ends the process; see {@link ScenarioCommand} for the exit codes. */
	public static void main(String[] arguments) {
		// Before the first line of any library, which would go between those of the run.
		System.getProperties().putIfAbsent("logback.configurationFile", "org/campanile/perf/logback-perf.xml");
		System.exit(commandLine().execute(arguments));
	}

	/**
	 * Whether the message says all that a person can use; a stack trace is of no help.
	 */
	private static boolean isTold(Exception failure) {
		return failure instanceof IOException || failure instanceof UncheckedIOException
				|| failure instanceof MissingProgramException || failure instanceof IllegalArgumentException;
	}

	static CommandLine commandLine() {
		return new CommandLine(new ScenarioCommand()).addSubcommand(new ReportCommand())
			.addSubcommand(new PeopleCommand())
			.setCaseInsensitiveEnumValuesAllowed(true)
			.setParameterExceptionHandler((ex, arguments) -> {
				PrintWriter err = ex.getCommandLine().getErr();
				err.println("campanile perf: " + ex.getMessage());
				err.println("campanile perf --help tells the options, campanile perf --list the scenarios.");
				return CommandLine.ExitCode.USAGE;
			})
			.setExecutionExceptionHandler((ex, failed, parsed) -> {
				if (!isTold(ex)) {
					throw ex;
				}
				failed.getErr().println("campanile perf: " + ex.getMessage());
				return CommandLine.ExitCode.SOFTWARE;
			});
	}

}

package org.campanile.web.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the server. */
@Command(name = "campanile", description = "A single sign-on server for campus web services.",
		mixinStandardHelpOptions = true, versionProvider = Version.class,
		subcommands = { DemoCommand.class, NodeCommand.class, RunCommand.class, CheckCommand.class,
				ExplainCommand.class, SessionsCommand.class, TrainCommand.class })
public final class Campanile {

	/** Exit code for a configuration with faults (EX_CONFIG of sysexits.h). */
	static final int FAULTY_CONFIGURATION = 78;

	/** Returned by a command whose server goes on after the command's end. */
	static final int KEEP_RUNNING = -1;

	private Campanile() {
	}

	/** Runs a command; ends the process unless a server was started. */
	public static void main(String[] arguments) {
		Carriers.provide();
		int code = commandLine().execute(arguments);
		if (code != KEEP_RUNNING) {
			System.exit(code);
		}
	}

	static CommandLine commandLine() {
		return new CommandLine(new Campanile()).setExecutionExceptionHandler((ex, commandLine, parsed) -> {
			StartFailure failure = StartFailure.of(ex);
			failure.lines().forEach(line -> commandLine.getErr().println(Printable.of(line)));
			if (Boolean.getBoolean("campanile.debug")) {
				ex.printStackTrace(commandLine.getErr());
			}
			return failure.exitCode();
		});
	}

}

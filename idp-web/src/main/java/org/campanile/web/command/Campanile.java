package org.campanile.web.command;

import java.util.List;
import java.util.ServiceLoader;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

import org.campanile.web.IdpApplication;

/** The command line of the server. */
@Command(name = "campanile", description = "A single sign-on server for campus web services.",
		mixinStandardHelpOptions = true, versionProvider = Campanile.Version.class,
		footer = { "", "campanile COMMAND --help describes a command, with examples and exit codes.",
				"campanile aot makes a cache from which run and demo start faster.",
				"campanile perf measures; it needs a source tree, and has a --help of its own." })
public final class Campanile {

	/** Exit code for a faulty configuration (EX_CONFIG of sysexits.h). */
	static final int FAULTY_CONFIGURATION = 78;

	/**
	 * Returned by a command whose server keeps running after the command has returned.
	 */
	public static final int KEEP_RUNNING = -1;

	private Campanile() {
	}

	/** Runs a command; ends the process unless a server was started. */
	public static void main(String[] arguments) {
		VirtualThreadParallelism.provide();
		int code = commandLine().execute(arguments);
		if (code != KEEP_RUNNING) {
			System.exit(code);
		}
	}

	/** All commands, those of other jars first. */
	public static CommandLine commandLine() {
		CommandLine campanile = new CommandLine(new Campanile());
		ServiceLoader.load(ContributedCommand.class).forEach(campanile::addSubcommand);
		List.of(new RunCommand(), new CheckCommand(), new ExplainCommand(), new SessionsCommand(), new FactorsCommand(),
				new TrainCommand(), new UserCacheCommand())
			.forEach(campanile::addSubcommand);
		return campanile.setExecutionExceptionHandler((ex, commandLine, parsed) -> {
			StartFailure failure = StartFailure.of(ex);
			failure.lines().forEach(line -> commandLine.getErr().println(Printable.of(line)));
			if (Boolean.getBoolean("campanile.debug")) {
				ex.printStackTrace(commandLine.getErr());
			}
			return failure.exitCode();
		});
	}

	/** The version of Campanile and that of Java. */
	static final class Version implements IVersionProvider {

		@Override
		public String[] getVersion() {
			return new String[] { "Campanile " + IdpApplication.version() + ", Java " + Runtime.version() };
		}

	}

}

package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

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

	/** The exit code for a faulty configuration (EX_CONFIG of sysexits.h). */
	static final int FAULTY_CONFIGURATION = 78;

	/**
	 * The result of a command whose server keeps running after the command has returned.
	 */
	public static final int KEEP_RUNNING = -1;

	private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9./][^\"']*");

	private Campanile() {
	}

	/** Runs a command; ends the process unless a server was started. */
	public static void main(String[] arguments) {
		VirtualThreadParallelism.provide();
		int code = execute(new PrintWriter(System.err, true, System.err.charset()), arguments);
		if (code != KEEP_RUNNING) {
			System.exit(code);
		}
	}

	/**
	 * Runs a command and returns its exit code. {@code run --home DIR}, which a service
	 * manager calls, does without picocli and so starts a tenth of a second sooner: the
	 * AOT cache does not take class files as old as its own.
	 */
	static int execute(PrintWriter err, String... arguments) {
		if (!isPlainRun(arguments)) {
			return commandLine().setErr(err).execute(arguments);
		}
		try {
			return RunCommand.run(Path.of(arguments[2]), err);
		}
		catch (Exception ex) {
			return report(ex, err);
		}
	}

	/** Whether picocli would read the last word unchanged. */
	private static boolean isPlainRun(String[] arguments) {
		return arguments.length == 3 && arguments[0].equals("run") && arguments[1].equals("--home")
				&& PLAIN.matcher(arguments[2]).matches();
	}

	/** Returns the exit code. */
	private static int report(Exception ex, PrintWriter err) {
		StartFailure failure = StartFailure.of(ex);
		failure.lines().forEach(line -> err.println(Printable.of(line)));
		if (Boolean.getBoolean("campanile.debug")) {
			ex.printStackTrace(err);
		}
		return failure.exitCode();
	}

	/** Returns all commands, those of other jars first. */
	public static CommandLine commandLine() {
		CommandLine campanile = new CommandLine(new Campanile());
		ServiceLoader.load(ContributedCommand.class).forEach(campanile::addSubcommand);
		List.of(new RunCommand(), new CheckCommand(), new ExplainCommand(), new SessionsCommand(), new FactorsCommand(),
				new TrainCommand(), new UnsignCommand(), new UserCacheCommand())
			.forEach(campanile::addSubcommand);
		return campanile.setExecutionExceptionHandler((ex, commandLine, parsed) -> report(ex, commandLine.getErr()));
	}

	/** The version of Campanile and that of Java. */
	static final class Version implements IVersionProvider {

		@Override
		public String[] getVersion() {
			return new String[] { "Campanile " + IdpApplication.version() + ", Java " + Runtime.version() };
		}

	}

}

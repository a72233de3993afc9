package org.campanile.perf;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.PeopleLdif;
import org.campanile.perf.load.Population;
import org.campanile.perf.report.Report;
import org.campanile.perf.scenario.Judgement;
import org.campanile.perf.sizing.SizeCommand;
import org.campanile.testkit.process.MissingProgramException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** The command line of the measurements: {@code bin/campanile perf}. */
public final class Perf {

	/** The exit status for an answer for another user, which must never happen. */
	static final int WRONG_USER = 3;

	/** The exit status if some answers were not sound, or a step had no sound answer. */
	static final int UNSOUND = 4;

	/** The exit status of a program that was ended by Ctrl-C. */
	static final int INTERRUPTED = 130;

	private Perf() {
	}

	/** Runs a command and exits; see {@link ScenarioCommand} for the exit codes. */
	public static void main(String[] arguments) {
		// Must be set before a library logs its first line, which would appear between
		// the lines of the run.
		System.getProperties().putIfAbsent("logback.configurationFile", "org/campanile/perf/logback-perf.xml");
		System.exit(commandLine().execute(arguments));
	}

	/**
	 * Whether the message alone tells the user what to do, so that no stack trace is
	 * needed.
	 */
	private static boolean isReported(Exception failure) {
		return failure instanceof IOException || failure instanceof UncheckedIOException
				|| failure instanceof MissingProgramException || failure instanceof IllegalArgumentException;
	}

	static CommandLine commandLine() {
		return new CommandLine(new ScenarioCommand()).addSubcommand(new ReportCommand())
			.addSubcommand(new PeopleCommand())
			.addSubcommand(new SizeCommand())
			.setCaseInsensitiveEnumValuesAllowed(true)
			.setParameterExceptionHandler((ex, arguments) -> {
				PrintWriter err = ex.getCommandLine().getErr();
				err.println("campanile perf: " + ex.getMessage());
				err.println("campanile perf --help lists the options, campanile perf --list the scenarios.");
				return CommandLine.ExitCode.USAGE;
			})
			.setExecutionExceptionHandler((ex, failed, parsed) -> {
				if (!isReported(ex)) {
					throw ex;
				}
				failed.getErr().println("campanile perf: " + ex.getMessage());
				return CommandLine.ExitCode.SOFTWARE;
			});
	}

	/**
	 * {@code perf people FILE}: writes the generated people as LDIF, to be loaded into
	 * the directory of a server that is measured with {@code --target}.
	 */
	@Command(name = "people", mixinStandardHelpOptions = true,
			description = "Writes the generated people as LDIF, for the directory of a server that is measured by --target.")
	static final class PeopleCommand implements Callable<Integer> {

		private static final int MOST = 1_000_000;

		@Parameters(arity = "1", paramLabel = "FILE", description = "Where they go; replaced if it is there.")
		private Path file = Path.of("people.ldif");

		@Option(names = "--people", paramLabel = "N", defaultValue = "10000",
				description = "How many (default: ${DEFAULT-VALUE}).")
		private int people;

		@Option(names = "--schema", paramLabel = "FILE",
				description = "Also writes the part of the eduPerson schema that they need, as slapd.conf includes it.")
		@Nullable private Path schema;

		@Spec
		private CommandSpec spec = CommandSpec.create();

		@Override
		public Integer call() throws IOException {
			if (people < 1 || people > MOST) {
				throw new CommandLine.ParameterException(spec.commandLine(),
						"--people must be from 1 to " + MOST + ": " + people);
			}
			Population population = new Population(people);
			PeopleLdif.write(population, file);
			if (schema != null) {
				PeopleLdif.writeSchema(schema);
			}
			PrintWriter out = spec.commandLine().getOut();
			out.printf("%s: %d people below %s, and %s with the password %s, to search as%n", file, people,
					Campus.BASE_DN, Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
			int last = people - 1;
			out.printf("They sign in as %s with %s to %s with %s; measure with --people %d%n", population.username(0),
					population.password(0), population.username(last), population.password(last), people);
			return CommandLine.ExitCode.OK;
		}

	}

	/** {@code perf report DIR…}: renders one run or several, side by side, as a page. */
	@Command(name = "report", mixinStandardHelpOptions = true,
			description = "Renders results as one page of HTML and a summary in Markdown, several runs side by side.")
	static final class ReportCommand implements Callable<Integer> {

		@Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders of runs.")
		private List<Path> folders = List.of();

		@Option(names = "--to", paramLabel = "DIR", description = "Where the report goes (default: the first folder).")
		@Nullable private Path target;

		@Option(names = "--into", paramLabel = "DIR",
				description = "Writes Markdown with plots as SVG, to be kept: DAY-COMMIT.md and a folder DAY-COMMIT.")
		@Nullable private Path kept;

		@Option(names = "--aims", paramLabel = "FILE",
				description = "Writes the verdict on every aim, from the newest of the runs that judged it.")
		@Nullable private Path aims;

		@Spec
		private CommandSpec spec = CommandSpec.create();

		@Override
		public Integer call() throws IOException {
			if (kept != null) {
				spec.commandLine().getOut().println("report: " + Report.keep(folders, kept));
			}
			if (aims != null) {
				Report.aims(folders, aims, Judgement::again);
				spec.commandLine().getOut().println("aims: " + aims);
			}
			if (target == null && (kept != null || aims != null)) {
				return CommandLine.ExitCode.OK;
			}
			Path into = target == null ? folders.getFirst() : target;
			Path page = into.resolve("report.html");
			Report.write(folders, page, into.resolve("report.md"));
			spec.commandLine().getOut().println("report: " + page);
			return CommandLine.ExitCode.OK;
		}

	}

}

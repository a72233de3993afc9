package org.campanile.perf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import org.campanile.perf.environment.Campus;
import org.campanile.perf.environment.PeopleLdif;
import org.campanile.perf.load.Population;

/**
 * {@code perf people FILE}: those who sign in, for the directory of a server that is
 * measured with {@code --target}.
 */
@Command(name = "people", mixinStandardHelpOptions = true,
		description = "Writes the generated people as LDIF, for the directory of a server that is measured by --target.")
final class PeopleCommand implements Callable<Integer> {

	private static final int MOST = 1_000_000;

	@Parameters(arity = "1", paramLabel = "FILE", description = "Where they go; replaced if it is there.")
	private Path file = Path.of("people.ldif");

	@Option(names = "--people", paramLabel = "N", defaultValue = "10000",
			description = "How many (default: ${DEFAULT-VALUE}).")
	private int people;

	@Option(names = "--schema", paramLabel = "FILE",
			description = "Also writes what they have of eduPerson, in the form that slapd.conf includes.")
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
		out.printf("%s: %d people below %s, and %s with the password %s, to search as%n", file, people, Campus.BASE_DN,
				Campus.SERVICE_DN, Campus.SERVICE_PASSWORD);
		int last = people - 1;
		out.printf("They sign in as %s with %s to %s with %s; measure with --people %d%n", population.username(0),
				population.password(0), population.username(last), population.password(last), people);
		return CommandLine.ExitCode.OK;
	}

}

package org.campanile.web.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

import org.campanile.HomeFolder;
import org.campanile.explain.Explanation;
import org.campanile.explain.UnexplainedException;
import org.campanile.web.config.ConfigurationReport;
import org.campanile.web.explain.HomeExplainer;

/** {@code campanile explain --home DIR [--running] USER SERVICE}. */
@Command(name = "explain",
		description = "Shows what a service would receive about a user, and why. Writes nothing, and asks for no "
				+ "password.",
		mixinStandardHelpOptions = true, exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:done, also if the user would be refused",
				"1:the user or the service is unknown, or the directory does not answer", "2:the command line is wrong",
				"69:with --running: the server does not run, or its store or directory does not answer",
				"77:with --running: the server rejects the token of this home folder, or it cannot be read",
				"78:the configuration has faults" },
		footerHeading = "%nExamples:%n",
		footer = { "  campanile explain --home /etc/campanile anna https://wiki.example.edu/shibboleth",
				"  campanile explain --home /etc/campanile --running --json anna https://wiki.example.edu/shibboleth" })
final class ExplainCommand implements Callable<Integer> {

	private static final JsonMapper JSON = new JsonMapper();

	@Option(names = "--home", required = true, paramLabel = "DIR", description = "The home folder.")
	private Path home = Path.of(".");

	@Option(names = "--running",
			description = "Query the server that runs with this home folder, through its management port. Only then "
					+ "are factors shown.")
	private boolean running;

	@Option(names = "--json", description = "Prints JSON; docs/operations.md has its members.")
	private boolean json;

	@Parameters(index = "0", paramLabel = "USER",
			description = "The username as typed at the login, or the canonical name.")
	private String user = "";

	@Parameters(index = "1", paramLabel = "SERVICE",
			description = "The entityID of a SAML service, the id of a CAS service, or the name of a gated site.")
	private String service = "";

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() {
		PrintWriter err = spec.commandLine().getErr();
		home = home.toAbsolutePath().normalize();
		if (running) {
			return askServer();
		}
		Optional<String> unusable = StartFailure.ofHome(home);
		if (unusable.isPresent()) {
			err.println(Printable.of(unusable.get()));
			return Campanile.FAULTY_CONFIGURATION;
		}
		ConfigurationReport configuration = new Server(home, "").read();
		List<String> faults = configuration.faults();
		if (!faults.isEmpty()) {
			faults.forEach(fault -> err.println(Printable.of(fault)));
			return Campanile.FAULTY_CONFIGURATION;
		}
		try {
			print(new HomeExplainer(configuration, new HomeFolder(home), Clock.systemUTC()).explain(user, service));
			return ExitCode.OK;
		}
		catch (UnexplainedException ex) {
			err.println(Printable.of(String.valueOf(ex.getMessage())));
			return ExitCode.SOFTWARE;
		}
	}

	/** Asks the server. Exceptions are handled where those of all commands are. */
	private int askServer() {
		try (ManagementClient client = ManagementClient.ofHome(home,
				line -> spec.commandLine().getErr().println(Printable.of(line)))) {
			String answer = client.get("explain", "user", user, "service", service, "by", ManagementCommand.by());
			print(JSON.readValue(answer, Explanation.class));
		}
		return ExitCode.OK;
	}

	private void print(Explanation explanation) {
		PrintWriter out = spec.commandLine().getOut();
		if (json) {
			out.println(Printable.json(explanation));
		}
		else {
			new ExplanationText(explanation).lines().forEach(out::println);
		}
		out.flush();
	}

}

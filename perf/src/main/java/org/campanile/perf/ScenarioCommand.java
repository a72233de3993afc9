package org.campanile.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Performance;
import org.campanile.perf.scenario.RunOptions;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.perf.scenario.Scenario;
import org.campanile.perf.scenario.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** {@code perf SCENARIO}: starts systems, puts load on them, and writes a report. */
@Command(name = "campanile perf", mixinStandardHelpOptions = true, sortOptions = false,
		description = "Measures sign-on: brings up what a scenario needs, puts a load on it, checks the answers, and "
				+ "writes a report.",
		exitCodeListHeading = "%nExit codes:%n",
		exitCodeList = { "0:measured, and every answer was for the right user",
				"1:something could not be started, " + "or failed; what was measured is kept",
				"2:the command line is wrong", "3:measured, but an assertion was about somebody else",
				"4:measured, but an answer was not sound (a signature that does not verify, nobody named, a wrong "
						+ "password accepted, or whatever else a service must reject), or a step had no sound login",
				"130:interrupted; what was measured is kept" })
final class ScenarioCommand implements Callable<Integer> {

	@Parameters(index = "0", arity = "0..1", paramLabel = "SCENARIO", description = "What to measure; see --list.")
	private String name = "";

	@Option(names = "--list", description = "Lists the scenarios.")
	private boolean list;

	@Option(names = "--results", paramLabel = "DIR", defaultValue = "perf-results",
			description = "Where the folder of the run is made (default: ${DEFAULT-VALUE}).")
	private Path results = Path.of("perf-results");

	@Mixin
	private PaceOptions pace = new PaceOptions();

	@Mixin
	private CellOptions cells = new CellOptions();

	@Mixin
	private ServerOptions servers = new ServerOptions();

	@Mixin
	private AccessOptions access = new AccessOptions();

	@Mixin
	private TargetOptions external = new TargetOptions();

	@Spec
	private CommandSpec spec = CommandSpec.create();

	@Override
	public Integer call() throws IOException {
		if (list) {
			Scenarios.all()
				.forEach(scenario -> spec.commandLine()
					.getOut()
					.printf("%-14s %s%n", scenario.name(), scenario.about().description()));
			return CommandLine.ExitCode.OK;
		}
		Scenario scenario = Scenarios.named(name)
			.orElseThrow(() -> fault(
					name.isEmpty() ? "no scenario is given; --list shows them" : "no scenario is called " + name));
		RunOptions options = checked(scenario);
		Path folder = RunResults.create(results, scenario.name(), Instant.now());
		return measure(scenario, options.into(folder));
	}

	private RunOptions checked(Scenario scenario) {
		try {
			OptionRules.check(spec.commandLine().getParseResult(), scenario.name());
			RunOptions options = options();
			if (options.external().isPresent() && !scenario.about().external()) {
				throw fault(scenario.name() + " cannot be put on another server with --target");
			}
			scenario.plan(options);
			return options;
		}
		catch (IllegalArgumentException | IOException ex) {
			throw fault(String.valueOf(ex.getMessage()));
		}
	}

	RunOptions options() throws IOException {
		return new RunOptions(results, pace.pace(), cells.selection(), servers.settings(), servers.probes(),
				access.access(), external.target(results));
	}

	private int measure(Scenario scenario, RunOptions options) throws IOException {
		Performance performance = Performance.real(results, terminal());
		Thread hook = new Thread(performance::stop, "stop");
		Runtime.getRuntime().addShutdownHook(hook);
		try {
			return exitCode(performance.run(scenario, options, words()));
		}
		finally {
			unhook(hook);
		}
	}

	static int exitCode(Outcome outcome) {
		return switch (outcome) {
			case COMPLETE -> CommandLine.ExitCode.OK;
			case WRONG_USER -> Perf.WRONG_USER;
			case UNSOUND -> Perf.UNSOUND;
			case INTERRUPTED -> Perf.INTERRUPTED;
		};
	}

	private static void unhook(Thread hook) {
		try {
			Runtime.getRuntime().removeShutdownHook(hook);
		}
		catch (IllegalStateException ex) {
			// The virtual machine is shutting down and runs the hook already: that is
			// what ended the run.
		}
	}

	private Terminal terminal() {
		boolean changes = System.console() != null && System.console().isTerminal();
		return new Terminal(spec.commandLine().getOut(), changes);
	}

	/** Returns the given options by name, for the report. */
	private Map<String, String> words() {
		Map<String, String> words = new LinkedHashMap<>();
		spec.commandLine()
			.getParseResult()
			.matchedOptions()
			.forEach(option -> words.put(option.longestName(), String.join(" ", option.originalStringValues())));
		return words;
	}

	private ParameterException fault(String message) {
		return new ParameterException(spec.commandLine(), message);
	}

}

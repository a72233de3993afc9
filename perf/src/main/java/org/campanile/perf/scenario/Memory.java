package org.campanile.perf.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.ProcessMeter;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Launch;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.Population;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.scenario.Schedule.PlannedStep;

/**
 * The resident memory of a server that runs as {@code bin/campanile run} starts it: after
 * the start, after logins whose sessions it keeps, and after idle minutes.
 */
final class Memory implements Scenario {

	private static final String CELL = "one node";

	private static final int PEOPLE = 1_000;

	private static final int LOGINS = 20_000;

	/** The name of the fact for which there is an aim. */
	static final String AFTER_LOGINS = after(LOGINS);

	private static final Duration IDLE = Duration.ofMinutes(10);

	@Override
	public About about() {
		return new About("memory", "Resident memory after the start, after 20,000 logins, and after ten idle minutes.",
				List.of("The server runs with the options of bin/jvm.options, a heap of 1 GB at most and the serial collector, as bin/campanile run starts it.",
						"The logins come one after the other, each from a new browser, and their sessions stay."),
				false, false);
	}

	@Override
	public List<PlannedStep> plan(RunOptions options) {
		return List.of(PlannedStep.start(CELL));
	}

	@Override
	public void measure(Run run) throws IOException, InterruptedException {
		RunOptions options = run.options();
		DirectorySpec directory = Specs.directory(options, PEOPLE);
		SystemSpec spec = asLaunched(
				Specs.system(options, options.selection().stores(Store.MEMORY).getFirst(), 1, directory))
			.launchedAs(Launch.PRODUCT);
		Map<String, Double> figures = new LinkedHashMap<>();
		try (RunningSystem system = run.start(CELL, spec); PlainLogin browser = new PlainLogin(system.target())) {
			note(run, figures, "MiB after the start", system);
			Population people = directory.people();
			int logins = options.pace().scaled(LOGINS);
			for (int login = 0; login < logins; login++) {
				int user = login % people.size();
				browser.signIn(people.username(user), people.password(user));
			}
			note(run, figures, after(logins), system);
			Duration idle = options.pace().scaled(IDLE);
			TimeUnit.MILLISECONDS.sleep(idle.toMillis());
			note(run, figures, "MiB after %d idle seconds".formatted(idle.toSeconds()), system);
		}
	}

	private static String after(int logins) {
		return "MiB after %d logins".formatted(logins);
	}

	/**
	 * Sets the heap and the collector that {@code bin/campanile run} gives a server on a
	 * large machine.
	 */
	static SystemSpec asLaunched(SystemSpec spec) {
		return spec.withVirtualMachineOption("-Xmx1g")
			.withVirtualMachineOption("-XX:+UseSerialGC")
			.withVirtualMachineOption("-XX:MinHeapFreeRatio=30")
			.withVirtualMachineOption("-XX:MaxHeapFreeRatio=50");
	}

	private static void note(Run run, Map<String, Double> figures, String name, RunningSystem system)
			throws IOException {
		long bytes = ProcessMeter.start(system.processes())
			.read()
			.stream()
			.filter(process -> process.role() == ProcessRole.IDENTITY_PROVIDER)
			.mapToLong(ProcessResult::residentBytes)
			.sum();
		figures.put(name, bytes / 1_048_576.0);
		run.say("%s: %.0f".formatted(name, bytes / 1_048_576.0));
		run.facts(CELL, figures);
	}

}

package org.campanile.perf.scenario;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.campanile.perf.ParsedOptions;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.Soundness;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.perf.scenario.Schedule.PlannedStep;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Short forms of scenarios with real servers and a real load. No result depends on the
 * duration.
 *
 * @param results where the folders of runs and servers are made
 */
record ShortRuns(Path results) {

	static final int PEOPLE = 40;

	/** Few people, as the hashing of PINs is slow on purpose, to slow down guessing. */
	private static final int PEOPLE_WITH_PINS = 12;

	/** Runs a scenario, and asserts that every planned step was measured and is sound. */
	void run(String name, Store store, int nodes, int users, int sessions) throws Exception {
		Scenario scenario = Scenarios.named(name).orElseThrow();
		// The scenario compare needs one node besides several.
		String counts = (name.equals("compare") ? "1," : "") + nodes;
		RunOptions options = options(name, "--store=" + store.label(), "--nodes=" + counts, "--users=" + users,
				"--sessions=" + sessions, "--rate=4",
				"--protocol=" + (name.equals("baseline") ? "saml,cas,gate" : "saml"));
		boolean overload = name.equals("overload");
		Outcome outcome = performance().run(scenario, options, Map.of());
		RunResult run = RunResults.read(options.results());
		assertThat(run.complete()).isTrue();
		assertThat(Soundness.of(run.cells()).unsound()).isEmpty();
		// A short step of an overload may end before anybody has sent a password.
		assertThat(outcome).isIn(Outcome.COMPLETE, overload ? Outcome.UNSOUND : Outcome.COMPLETE);
		long planned = scenario.plan(options)
			.stream()
			.filter(step -> !List.of(PlannedStep.START, PlannedStep.WARM_UP, PlannedStep.WARM_UP_MORE)
				.contains(step.label()))
			.map(PlannedStep::label)
			.distinct()
			.count();
		assertThat(run.cells().stream().flatMap(cell -> cell.steps().stream()).map(step -> step.label()).distinct())
			// Saturation may be found before all steps of the search are done.
			.hasSizeBetween(Math.max(0, (int) planned - (overload ? 4 : 0)), (int) planned);
		assertThat(run.cells()).allSatisfy(cell -> assertThat(cell.steps())
			.allSatisfy(step -> assertThat(step.load().wrongUsers()).as(cell.name() + " " + step.label()).isZero()));
		// Overload is meant to cause refusals, and a shared store that misses its
		// deadline causes one.
		assertThat(run.cells()).filteredOn(cell -> !overload)
			.allSatisfy(cell -> assertThat(cell.steps())
				.allSatisfy(step -> assertThat(step.load().failures().keySet()).as(cell.name() + " " + step.label())
					.isSubsetOf(cell.name().contains("memory") ? Set.<String>of() : Set.of("status-503"))));
		// Pages behind the gate are served by a process of their own.
		assertThat(run.cells()).allSatisfy(cell -> assertThat(cell.steps()).allSatisfy(step -> assertThat(
				step.processes().stream().map(ProcessResult::role).toList().contains(ProcessRole.SERVICE))
			.as(cell.name() + " " + step.label())
			.isEqualTo(List.of("authmark", "baseline").contains(name))));
		if (name.equals("lafayette")) {
			assertThat(run.cells().getFirst().steps().getFirst().load().requests()).containsKey("validation");
		}
		assertThat(options.results().resolve("report.html")).isNotEmptyFile();
		assertThat(options.results().resolve("report.md")).isNotEmptyFile();
		assertThat(leftovers()).isEmpty();
	}

	RunOptions options(String name, String... words) throws Exception {
		boolean pins = name.equals("privacyidea");
		List<String> all = new ArrayList<>(List.of(words));
		// Each load with codes waits for fresh ones: no warm-up where many do.
		all.addAll(List.of("--time-scale=0.0005", "--repeats=1", "--warm-up=" + (pins ? 0 : 10), "--directory=embedded",
				"--people=" + (pins ? PEOPLE_WITH_PINS : PEOPLE)));
		if (name.equals("overload")) {
			// The pauses of real people would take most of the time.
			all.addAll(List.of("--cpu-share=0.5", "--think-time=200ms"));
		}
		return ParsedOptions.of(Files.createDirectory(results.resolve(name)), all.toArray(String[]::new));
	}

	Performance performance() {
		return Performance.real(results,
				new Terminal(new PrintWriter(System.out, true, StandardCharsets.UTF_8), false));
	}

	/** Returns the folders of started systems that were not deleted. */
	private List<Path> leftovers() throws Exception {
		try (var folders = Files.list(results)) {
			return folders.filter(folder -> folder.getFileName().toString().startsWith("system-")).toList();
		}
	}

}

package org.campanile.perf.scenario;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.campanile.perf.ParsedOptions;
import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.Soundness;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs a short form of every scenario with real servers and a real load, so that none of
 * them breaks unnoticed. No result depends on the duration.
 */
class PerfServersIT {

	private static final int PEOPLE = 40;

	/** Few people, as the hashing of PINs is slow on purpose, to slow down guessing. */
	private static final int PEOPLE_WITH_PINS = 12;

	@TempDir
	private Path results;

	/** Covers each kind of store and each number of nodes, but not every combination. */
	@ParameterizedTest
	@CsvSource({ "memphis,JPA_DURABLE,1,2,50", "chicago,MEMORY,1,3,0", "virginia-tech,JPA_FAST,1,2,0",
			"lafayette,HAZELCAST,3,4,0", "authmark,MEMORY,1,2,0", "sentinel,MEMORY,1,2,0", "privacyidea,MEMORY,1,1,0",
			"compare,JPA_DURABLE,3,2,20", "overload,MEMORY,1,20,0", "sessions,MEMORY,1,1,30", "soak,MEMORY,1,2,0",
			"stages,MEMORY,1,2,0", "startup,MEMORY,1,1,0", "memory,MEMORY,1,1,0", "baseline,MEMORY,1,2,0",
			"factors,MEMORY,1,1,0" })
	void whenShortenedThenEveryPlannedStepIsMeasured(String name, Store store, int nodes, int users, int sessions)
			throws Exception {
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

	@ParameterizedTest
	@CsvSource({ "PROXY,ECDSA,true", "NODE,RSA,false", "NODE,ECDSA,true" })
	void whenBrowsersSpeakTlsThenTheirLoginsAreSound(Tls.End end, Tls.Certificate certificate, boolean resumption)
			throws Exception {
		Tls tls = new Tls(end, certificate, resumption);
		RunOptions options = options("tls-" + end + "-" + certificate, "--users=2", "--tls=" + end,
				"--tls-certificate=" + certificate, "--tls-resumption=" + (resumption ? "on" : "off"));
		assertThat(performance().run(Scenarios.named("chicago").orElseThrow(), options, Map.of()))
			.isEqualTo(Outcome.COMPLETE);
		assertThat(RunResults.read(options.results()).cells()).singleElement().satisfies(cell -> {
			assertThat(cell.settings()).containsEntry("TLS", tls.description());
			assertThat(cell.facts()).containsKey("bytes on the wire of a login with the fewest headers, sent");
			assertThat(cell.steps()).singleElement().satisfies(step -> {
				assertThat(step.load().logins()).isPositive();
				assertThat(step.load().failures()).isEmpty();
			});
		});
	}

	@Test
	void whenAServicePostsItsRequestsThenTheLoginsAreSound() throws Exception {
		RunOptions options = options("post", "--users=2", "--initiated-by=post");
		assertThat(performance().run(Scenarios.named("chicago").orElseThrow(), options, Map.of()))
			.isEqualTo(Outcome.COMPLETE);
		assertThat(RunResults.read(options.results()).cells()).singleElement().satisfies(cell -> {
			assertThat(cell.settings()).containsEntry("a SAML sign-on begins", SystemSpec.Initiator.POST.description());
			assertThat(cell.steps()).singleElement().satisfies(step -> {
				assertThat(step.load().logins()).isPositive();
				assertThat(step.load().failures()).isEmpty();
			});
		});
	}

	@Test
	void whenAServerRunsElsewhereThenItIsMeasuredAndLeftRunning() throws Exception {
		SystemSpec spec = SystemSpec.oneNode(Store.MEMORY, DirectorySpec.embedded(new Population(PEOPLE)));
		try (RunningSystem system = Systems.start(spec, results)) {
			Target target = system.target();
			RunOptions own = options("foreign", "--users=2");
			RunOptions options = new RunOptions(own.results(), own.pace(), own.selection(), own.servers(), own.probes(),
					own.access(), Optional.of(target));
			assertThat(performance().run(Scenarios.named("memphis").orElseThrow(), options, Map.of()))
				.isEqualTo(Outcome.COMPLETE);
			RunResult run = RunResults.read(options.results());
			assertThat(run.cells()).singleElement().satisfies(cell -> {
				assertThat(cell.name()).isEqualTo(target.name());
				assertThat(cell.steps()).singleElement()
					.satisfies(step -> assertThat(step.load().logins()).isPositive());
			});
			assertThat(system.counters()).isNotEmpty();
		}
	}

	private RunOptions options(String name, String... words) throws Exception {
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

	private Performance performance() {
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

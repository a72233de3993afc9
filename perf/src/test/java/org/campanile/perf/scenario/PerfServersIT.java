package org.campanile.perf.scenario;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.campanile.perf.environment.DirectorySpec;
import org.campanile.perf.environment.RunningSystem;
import org.campanile.perf.environment.SystemSpec.Store;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.environment.Systems;
import org.campanile.perf.load.Population;
import org.campanile.perf.load.Target;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs short loads that begin, arrive or end in other ways than scenarios do by default.
 */
class PerfServersIT {

	@TempDir
	private Path results;

	private ShortRuns runs;

	@BeforeEach
	void setUp() {
		runs = new ShortRuns(results);
	}

	@ParameterizedTest
	@CsvSource({ "PROXY,ECDSA,true", "NODE,RSA,false", "NODE,ECDSA,true" })
	void whenBrowsersSpeakTlsThenTheirLoginsAreSound(Tls.End end, Tls.Certificate certificate, boolean resumption)
			throws Exception {
		Tls tls = new Tls(end, certificate, resumption);
		RunOptions options = runs.options("tls-" + end + "-" + certificate, "--users=2", "--tls=" + end,
				"--tls-certificate=" + certificate, "--tls-resumption=" + (resumption ? "on" : "off"));
		assertThat(runs.performance().run(Scenarios.named("chicago").orElseThrow(), options, Map.of()))
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
		RunOptions options = runs.options("post", "--users=2", "--initiated-by=post");
		assertThat(runs.performance().run(Scenarios.named("chicago").orElseThrow(), options, Map.of()))
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
		SystemSpec spec = SystemSpec.oneNode(Store.MEMORY, DirectorySpec.embedded(new Population(ShortRuns.PEOPLE)));
		try (RunningSystem system = Systems.start(spec, results)) {
			Target target = system.target();
			RunOptions own = runs.options("foreign", "--users=2");
			RunOptions options = new RunOptions(own.results(), own.pace(), own.selection(), own.servers(), own.probes(),
					own.access(), Optional.of(target));
			assertThat(runs.performance().run(Scenarios.named("memphis").orElseThrow(), options, Map.of()))
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

}

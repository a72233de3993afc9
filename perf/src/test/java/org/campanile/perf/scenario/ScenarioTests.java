package org.campanile.perf.scenario;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.ParsedOptions;
import org.campanile.perf.environment.RunningSystem.Protocol;
import org.campanile.perf.environment.SystemSpec.Initiator;
import org.campanile.perf.environment.SystemSpec.Tls;
import org.campanile.perf.environment.SystemSpec;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProfileResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.result.SyntheticLoads;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ScenarioTests {

	@TempDir
	private Path results;

	static Stream<Scenario> cellular() {
		return Scenarios.all()
			.stream()
			.filter(scenario -> !List.of("startup", "memory", "overload", "lafayette", "authmark")
				.contains(scenario.name()));
	}

	@ParameterizedTest
	@MethodSource("cellular")
	void whenMeasuredThenExactlyWhatWasPlanned(Scenario scenario) throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunOptions options = ParsedOptions.of(results);
		RunResult run = run(scenario, options, testBed);
		assertThat(run.complete()).isTrue();
		assertThat(run.remarks()).containsAll(scenario.about().remarks());
		List<String> measured = new ArrayList<>();
		run.cells().forEach(cell -> cell.steps().forEach(step -> measured.add(cell.name() + ": " + step.label())));
		List<String> planned = scenario.plan(options)
			.stream()
			.filter(step -> !step.label().equals(PlannedStep.START) && !step.label().equals(PlannedStep.WARM_UP))
			.map(step -> step.cell() + ": " + step.label())
			.toList();
		assertThat(measured).isNotEmpty().containsExactlyInAnyOrderElementsOf(planned);
		assertThat(testBed.closed).hasSize(testBed.started.size() + 1);
	}

	@Test
	void whenLafayetteThenThePublishedLengthsAreReported() {
		assertThat(named("lafayette").about().remarks())
			.anyMatch(remark -> remark.contains("trials lasted 7 h 14 min, 8 h, 28, 41, 37 and 20 minutes"))
			.noneMatch(remark -> remark.contains("not published"));
	}

	@Test
	void whenLafayetteThenTrialsAreAsLongAsPublishedAndThenUsersAskMoreOftenUntilThatBringsNoMore() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunResult run = run(named("lafayette"), ParsedOptions.of(results), testBed);
		assertThat(testBed.protocols).containsExactly(Protocol.CAS);
		assertThat(run.cells()).singleElement().satisfies(cell -> {
			assertThat(cell.steps()).extracting(step -> step.label())
				.containsExactly("50", "125", "150", "175", "200", "250", "250, 8 times as often",
						"250, 16 times as often");
			assertThat(cell.facts()).containsEntry("most events a minute with 90 % within 250 ms", 1_200.0);
		});
		List<LoadPlan> trials = testBed.loads.subList(2, testBed.loads.size());
		assertThat(trials).extracting(plan -> plan.length().toMinutes())
			.containsExactly(434L, 480L, 28L, 41L, 37L, 20L, 10L, 10L);
		assertThat(trials).extracting(plan -> plan.behavior().timeScale())
			.containsExactly(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 / 8, 1.0 / 16);
	}

	@Test
	void whenAnswersOfLafayetteTakeTooLongThenNoMoreIsAskedFor() throws Exception {
		RunResult run = run(named("lafayette"), ParsedOptions.of(results),
				new FakeTestBed(plan -> SyntheticLoads.load(10, 100, 0,
						Map.of("login", new LatencyResult(100, 20, 1, 10, 20, 251, 255, 260, 270)), Map.of(), 1, 1_000,
						List.of()), URI.create("http://127.0.0.1:1/idp")));
		assertThat(run.cells().getFirst().steps().getLast().label()).isEqualTo("250, 8 times as often");
		assertThat(run.cells().getFirst().facts()).containsEntry("most events a minute with 90 % within 250 ms", 0.0);
	}

	@Test
	void whenAuthmarkThenThePeakIsLookedForAndEachKindOfCookieMeasuredThere() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunResult run = run(named("authmark"), ParsedOptions.of(results), testBed);
		assertThat(run.cells()).hasSize(3)
			.allSatisfy(cell -> assertThat(cell.steps()).extracting(step -> step.label())
				.containsExactly("logins, 8", "logins, 16", "100,000 sessions", "pages, 8", "pages, 16",
						"pages at the peak, gate, aged", "pages at the peak, gate, strict"));
		assertThat(testBed.loads.getLast().arrival()).isEqualTo(new LoadPlan.Arrival.Closed(8));
		assertThat(testBed.protocols).containsOnly(Protocol.GATE, Protocol.GATE_AGED, Protocol.GATE_STRICT);
	}

	@Test
	void whenBaselineMeasuresSeveralProtocolsThenOfOneSystem() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunOptions options = ParsedOptions.of(results, "--users=2", "--protocol=saml,cas");
		RunResult run = run(named("baseline"), options, testBed);
		assertThat(testBed.started).hasSize(1);
		assertThat(run.cells()).extracting(cell -> cell.name())
			.containsExactly("one node, memory", "one node, memory, CAS");
		assertThat(run.cells().get(1).facts()).containsEntry("login, 2, CPU a login / SAML", 1.0);
	}

	@Test
	void whenMemphisThenItsUsersOnOneAndThreeNodesOfEachStore() throws Exception {
		RunResult run = run(named("memphis"), ParsedOptions.of(results), new FakeTestBed());
		assertThat(run.cells()).extracting(cell -> cell.name())
			.containsExactly("one node, memory", "one node, jpa", "three nodes, jpa", "one node, hazelcast",
					"three nodes, hazelcast", "one node, jpa, 100,000 sessions",
					"one node, hazelcast, 100,000 sessions");
		assertThat(run.cells().getFirst().steps()).extracting(step -> step.label())
			.containsExactly("1", "25", "50", "75", "100", "125");
		assertThat(run.cells().getLast().steps()).extracting(step -> step.label()).containsExactly("25");
		assertThat(run.cells().getLast().facts()).containsKey("bytes a session");
	}

	@Test
	void whenChicagoThenEighteenStepsOfAQuarterOfAnHour() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		run(named("chicago"), ParsedOptions.of(results), testBed);
		List<LoadPlan> steps = testBed.loads.subList(1, testBed.loads.size());
		assertThat(steps).hasSize(18).allMatch(step -> step.length().toMinutes() == 15);
		assertThat(steps.getLast().arrival()).isEqualTo(new LoadPlan.Arrival.Closed(4_000));
	}

	@ParameterizedTest
	@ValueSource(strings = { "memphis", "chicago" })
	void whenThePublishedTestBeganByALinkThenThatIsRepeatedUnlessAskedOtherwise(String scenario) throws Exception {
		assertThat(initiators(scenario)).containsOnly(Initiator.IDP);
		assertThat(initiators(scenario, "--initiated-by=service")).containsOnly(Initiator.SERVICE);
		assertThat(initiators(scenario, "--initiated-by=post")).containsOnly(Initiator.POST);
		assertThat(named(scenario).about().remarks()).anyMatch(remark -> remark.contains("--initiated-by"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "baseline", "compare", "stages", "virginia-tech", "sentinel", "sessions", "soak" })
	void whenNothingElseIsAskedForThenTheServiceBegins(String scenario) throws Exception {
		assertThat(initiators(scenario)).containsOnly(Initiator.SERVICE);
		assertThat(initiators(scenario, "--initiated-by=idp")).containsOnly(Initiator.IDP);
	}

	@Test
	void whenUsersTypeAndKeepConnectionsThenInAllLoadsAndPausesInMeasuredOnesAlone() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunResult run = run(named("stages"), ParsedOptions.of(results, "--connections=kept", "--think-time=6s"),
				testBed);
		assertThat(testBed.loads).hasSize(3).allMatch(plan -> plan.behavior().keepConnections());
		assertThat(testBed.loads).extracting(plan -> plan.behavior().typing())
			.containsExactly(Duration.ZERO, Duration.ofSeconds(6), Duration.ofSeconds(6));
		assertThat(run.cells().getFirst().settings())
			.containsEntry("connections of browsers", "kept, and taken by later logins")
			.containsEntry("pause before the password", "median 6 s, log-normal");
	}

	@Test
	void whenTlsEndsAtTheProxyThenASingleNodeHasOne() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		Tls tls = new Tls(Tls.End.PROXY, Tls.Certificate.ECDSA, true);
		run(named("stages"), ParsedOptions.of(results, "--tls=proxy", "--tls-certificate=ecdsa", "--tls-resumption=on"),
				testBed);
		assertThat(testBed.started).singleElement().satisfies(system -> {
			assertThat(system.proxied()).isTrue();
			assertThat(system.tls()).isEqualTo(tls);
		});
		assertThat(tls.description()).isEqualTo("at nginx, ECDSA P-256 certificate, sessions resumed");
	}

	private List<Initiator> initiators(String scenario, String... words) throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		run(named(scenario), ParsedOptions.of(results, words), testBed);
		return testBed.started.stream().map(SystemSpec::initiator).toList();
	}

	@Test
	void whenVirginiaTechThenThreeRunsWithASecondDirectory() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		run(named("virginia-tech"), ParsedOptions.of(results), testBed);
		assertThat(testBed.loads.subList(1, testBed.loads.size())).hasSize(3)
			.extracting(LoadPlan::arrival)
			.containsOnly(new LoadPlan.Arrival.Closed(100));
		assertThat(testBed.started).singleElement()
			.satisfies(system -> assertThat(system.extras()).containsExactly(SystemSpec.Extra.SECOND_DIRECTORY));
	}

	@Test
	void whenScaledThenDurationsAndCountsAreShorter() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunOptions options = ParsedOptions.of(results, "--time-scale=0.01", "--warm-up=10", "--check=1/7");
		run(named("authmark"), options, testBed);
		assertThat(testBed.loads).filteredOn(load -> load.choice() == LoadPlan.Choice.ONCE_EACH)
			.hasSize(3)
			.allMatch(load -> load.logins() == 1_000);
		assertThat(testBed.loads).allMatch(load -> load.checkEvery() == 7);
		assertThat(testBed.started).extracting(SystemSpec::cpuShare).containsExactly(0.25, 0.5, 0.5);
		assertThat(testBed.started).allMatch(system -> system.extras().contains(SystemSpec.Extra.GATE));
	}

	@Test
	void whenStoresAndNodesAreChosenThenTheseAlone() throws Exception {
		RunOptions options = ParsedOptions.of(results, "--store=hazelcast", "--nodes=2", "--users=3", "--sessions=0");
		RunResult run = run(named("memphis"), options, new FakeTestBed());
		assertThat(run.cells()).singleElement().satisfies(cell -> {
			assertThat(cell.name()).isEqualTo("two nodes, hazelcast");
			assertThat(cell.steps()).extracting(step -> step.label()).containsExactly("3");
		});
	}

	@Test
	void whenNothingIsLeftThenSaid() throws Exception {
		RunOptions options = ParsedOptions.of(results, "--store=memory", "--nodes=3");
		assertThatThrownBy(() -> named("chicago").plan(options)).isInstanceOf(IllegalArgumentException.class)
			.hasMessageContaining("several nodes cannot share the store memory");
	}

	@Test
	void whenSideBySideThenAllAreUpAndRoundsAreInChangingOrder() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(1),
				java.net.URI.create("http://127.0.0.1:1/"));
		RunOptions options = ParsedOptions.of(results, "--nodes=1", "--sessions=0");
		RunResult run = run(named("compare"), options, testBed);
		// Each store except memory has a cell with sessions in memory beside it.
		assertThat(testBed.started).hasSize(7).allMatch(SystemSpec::proxied);
		assertThat(run.cells()).hasSize(7).allMatch(cell -> cell.steps().size() == 15);
		String beside = run.cells().get(1).name();
		assertThat(beside).startsWith("one node, memory, beside ");
		assertThat(run.cells().get(2).facts()).containsKeys("closed, CPU a login / " + beside,
				"closed, CPU a login / " + beside + ", lowest", "open 80 %, p99 / " + beside + ", highest");
	}

	@Test
	void whenThreeNodesThenRelatedToOneWithAsMuchOfTheProcessorsAsTheyHaveTogether() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(1),
				java.net.URI.create("http://127.0.0.1:1/"));
		RunOptions options = ParsedOptions.of(results, "--store=jpa", "--nodes=1,3", "--sessions=0");
		RunResult run = run(named("compare"), options, testBed);
		String one = run.cells().getFirst().name();
		assertThat(run.cells()).extracting(cell -> cell.name())
			.containsExactly(one, one.replace("one node", "one node of three times the share"),
					one.replace("one node", "three nodes"));
		assertThat(run.cells().getLast().facts()).containsKeys("closed, logins a second / " + one,
				"closed, CPU a login / " + run.cells().get(1).name());
	}

	@Test
	void whenOverloadedThenGoodputIsRelatedToTheBestOfTheRun() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON)) {
			FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed
				.result(plan.arrival() instanceof LoadPlan.Arrival.Closed closed && closed.users() < 16
						? closed.users() * 10L : 90),
					server.start());
			RunResult run = run(named("overload"), ParsedOptions.of(results), testBed);
			assertThat(run.cells()).extracting(cell -> cell.name())
				.containsExactly("one node, memory", "one node, memory, patient", "one node, memory, impatient");
			assertThat(run.cells().getFirst().facts()).containsEntry("logins a second at saturation", 9.0);
			// The first warm-up is followed by one with a crowd of 4,000 users.
			assertThat(testBed.loads.get(1).arrival()).isEqualTo(new LoadPlan.Arrival.Closed(4_000));
			assertThat(testBed.settled).containsExactly(1, 2);
			assertThat(named("overload").plan(ParsedOptions.of(results)))
				.filteredOn(planned -> planned.label().equals(PlannedStep.WARM_UP_MORE))
				.singleElement()
				.satisfies(planned -> assertThat(planned.expected()).isGreaterThan(Duration.ofMinutes(1)));
			assertThat(run.cells().get(1).steps()).extracting(step -> step.label())
				.containsExactly("saturation before 1×", "1×", "after 1×", "saturation before 2×", "2×", "after 2×",
						"saturation before 4×", "4×", "after 4×", "saturation before 10×", "10×", "after 10×",
						"saturation before 4000 users", "4000 users", "after 4000 users");
			assertThat(run.cells().get(1).facts()).containsEntry("10×, goodput / best of the run", 1.0);
			assertThat(testBed.loads).filteredOn(plan -> !plan.behavior().typing().isZero())
				.as("ten overloads, neither saturation nor half of it")
				.hasSize(10);
			assertThat(testBed.loads).contains(LoadPlan
				.open(90, Duration.ZERO, Duration.ofMinutes(1), testBed.started.getFirst().directory().people())
				.withTyping(Duration.ofSeconds(6))
				.honouringRetryAfter());
		}
	}

	@Test
	void whenStartedThenTheTimeToTheFirstLoginAndTheCostOfTheNextOnesAreFigures() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON)) {
			FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(1), server.start());
			RunOptions shortened = ParsedOptions.of(results, "--time-scale=0.01", "--warm-up=0");
			RunResult run = run(named("startup"), shortened, testBed);
			assertThat(run.cells()).allSatisfy(cell -> {
				assertThat(cell.facts()).containsKeys("seconds to the first login, median",
						"seconds to the first login, lowest", "seconds to the first login, highest",
						"CPU seconds to the first login, median", "CPU-ms a login, to the 20th, median",
						"CPU-ms a login, to the 100th, highest", "CPU-ms a login, the next 100, median",
						"CPU-ms a login, warm, median", "the next 100, in times of a warm one, median");
				double[] taxed = run.samples()
					.getOrDefault(Startup.taxed(cell.name()), List.of())
					.stream()
					.mapToDouble(Double::doubleValue)
					.toArray();
				assertThat(SideBySide.Ratios.median(taxed)).as("each start in times of its own warm login")
					.isEqualTo(cell.facts().get("the next 100, in times of a warm one, median"));
			});
			assertThat(run.cells().getFirst().facts().get("seconds to the first login, median")).isPositive();
			assertThat(run.cells().getFirst().facts().get("CPU seconds to the first login, median")).isPositive();
			assertThat(testBed.started.size()).isEqualTo(6 * run.cells().size());
		}
	}

	@Test
	void whenStartsAreShortenedToLessThanALoginOfEachSliceThenThereIsOne() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON)) {
			FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(1), server.start());
			RunOptions shortened = ParsedOptions.of(results, "--time-scale=0.0001", "--warm-up=0");
			RunResult run = run(named("startup"), shortened, testBed);
			assertThat(run.cells()).allSatisfy(cell -> {
				assertThat(cell.facts().get("CPU-ms a login, the next 5, median")).isFinite();
				assertThat(run.samples().get(Startup.taxed(cell.name()))).hasSize(5);
			});
		}
	}

	@Test
	void whenMemoryIsMeasuredThenItIsThatOfTheServerAtThreeTimes() throws Exception {
		try (LoginServer server = new LoginServer(LoginServer.SIGNED_ON)) {
			FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(1), server.start());
			RunOptions shortened = ParsedOptions.of(results, "--time-scale=0.001", "--warm-up=0");
			RunResult run = run(named("memory"), shortened, testBed);
			assertThat(run.cells().getFirst().facts()).containsOnlyKeys("MiB after the start", "MiB after 20 logins",
					"MiB after 1 idle seconds");
			assertThat(run.cells().getFirst().facts().values()).allSatisfy(figure -> assertThat(figure).isPositive());
			assertThat(testBed.started.getFirst().virtualMachineOptions()).containsExactly("-Xmx1g", "-XX:+UseSerialGC",
					"-XX:MinHeapFreeRatio=30", "-XX:MaxHeapFreeRatio=50");
		}
	}

	@Test
	void whenSeveralNodesAreRecordedThenTheirStagesAreOneMean() throws Exception {
		write("node1", new ProfileResult.Stage("sign", 300, 1, 1, 2, 3));
		write("node2", new ProfileResult.Stage("sign", 100, 5, 5, 9, 9));
		assertThat(Stages.facts("10", results)).containsOnly(Map.entry("10, sign, mean ms", 2.0),
				Map.entry("10, sign, p99 ms of the slowest node", 9.0));
	}

	private void write(String node, ProfileResult.Stage stage) throws Exception {
		RunResults.write(Files.createDirectories(results.resolve(node)), new ProfileResult(node, 1, 1, 1, List.of(),
				List.of(), List.of(), List.of(), List.of(), List.of(), List.of(stage), 1, 1, List.of()));
	}

	private static Scenario named(String name) {
		return Scenarios.named(name).orElseThrow();
	}

	private RunResult run(Scenario scenario, RunOptions options, FakeTestBed testBed) throws Exception {
		Terminal terminal = new Terminal(new PrintWriter(new StringWriter()), false);
		new Performance(testBed, terminal, InstantSource.system()).run(scenario, options, Map.of());
		assertThat(testBed.reports).containsExactly(results);
		return RunResults.read(results);
	}

}

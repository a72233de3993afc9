package org.campanile.perf.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.RunResults;
import org.campanile.perf.scenario.Performance.Outcome;
import org.campanile.perf.scenario.Scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PerformanceTests {

	private static final URI NOWHERE = URI.create("http://127.0.0.1:1/");

	@TempDir
	private Path results;

	private final StringWriter printed = new StringWriter();

	@Test
	void whenStoppedThenEverythingIsEndedAndWhatWasMeasuredIsKept() throws Exception {
		CountDownLatch second = new CountDownLatch(1);
		AtomicInteger measured = new AtomicInteger();
		FakeTestBed testBed = new FakeTestBed(plan -> {
			if (measured.incrementAndGet() == 3) {
				second.countDown();
				new CountDownLatch(1).await();
			}
			return FakeTestBed.result(10);
		}, NOWHERE);
		CompletableFuture<Performance> made = new CompletableFuture<>();
		CompletableFuture<Outcome> outcome = new CompletableFuture<>();
		Thread.ofPlatform().start(() -> {
			Performance performance = performance(testBed);
			made.complete(performance);
			try {
				outcome.complete(run(performance));
			}
			catch (IOException ex) {
				outcome.completeExceptionally(ex);
			}
		});
		assertThat(second.await(30, TimeUnit.SECONDS)).isTrue();
		made.get(30, TimeUnit.SECONDS).stop();
		assertThat(outcome.get(30, TimeUnit.SECONDS)).isEqualTo(Outcome.INTERRUPTED);
		RunResult run = RunResults.read(results);
		assertThat(run.complete()).isFalse();
		assertThat(run.cells().getFirst().steps()).hasSize(1);
		assertThat(testBed.closed).containsExactlyInAnyOrder("memory", "load");
		assertThat(testBed.reports).containsExactly(results);
		assertThat(printed.toString()).contains("interrupted: everything is ended");
	}

	@Test
	void whenALoadFailsThenTheReasonIsReportedAndWhatWasMeasuredIsKept() throws Exception {
		AtomicInteger measured = new AtomicInteger();
		FakeTestBed testBed = new FakeTestBed(plan -> {
			if (measured.incrementAndGet() == 3) {
				throw new IOException("the load could not be made");
			}
			return FakeTestBed.result(10);
		}, NOWHERE);
		Performance performance = performance(testBed);
		assertThatThrownBy(() -> run(performance)).isInstanceOf(IOException.class)
			.hasMessage("the load could not be made");
		assertThat(RunResults.read(results).complete()).isFalse();
		assertThat(testBed.closed).contains("memory");
		assertThat(testBed.reports).hasSize(1);
	}

	@Test
	void whenSomebodyWasTakenForAnotherThenTheOutcomeSaysSo() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(100, Map.of(LoadResult.WRONG_USER, 1L)),
				NOWHERE);
		assertThat(run(performance(testBed))).isEqualTo(Outcome.WRONG_USER);
		assertThat(RunResults.read(results).complete()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "signature", "no-user", "wrong-password-accepted" })
	void whenAnAnswerWasNotSoundThenTheOutcomeSaysSo(String failureClass) throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(100, Map.of(failureClass, 1L)), NOWHERE);
		assertThat(run(performance(testBed))).isEqualTo(Outcome.UNSOUND);
		assertThat(RunResults.read(results).complete()).isTrue();
		assertThat(printed.toString()).contains("not sound: " + failureClass);
	}

	@Test
	void whenNoLoginOfAStepWasSoundThenTheOutcomeSaysSo() throws Exception {
		FakeTestBed testBed = new FakeTestBed(
				plan -> FakeTestBed.result(plan.logins() > 0 ? 100 : 0, Map.of("status-503", 5L)), NOWHERE);
		assertThat(run(performance(testBed))).isEqualTo(Outcome.UNSOUND);
		assertThat(printed.toString()).contains("not one sound login: one node, memory, step ", "– CPU-ms each");
	}

	@Test
	void whenAServerRefusedSomeThenItIsMeasuredAllTheSame() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(100, Map.of("status-503", 5L)), NOWHERE);
		assertThat(run(performance(testBed))).isEqualTo(Outcome.COMPLETE);
	}

	@Test
	void whenMeasuredThenCountersAreDifferencesAndRepeatsAreNumbered() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(), RunOptions.usual(results), Map.of());
		RunResult run = RunResults.read(results);
		assertThat(run.cells().getFirst().steps()).extracting(step -> step.repeat()).containsExactly(1, 2, 3);
		assertThat(run.cells().getFirst().steps())
			.allSatisfy(step -> assertThat(step.counters()).containsEntry("store operations", 1.0));
		assertThat(run.conditions().noise()).hasSize(4);
	}

	@Test
	void whenRecordedThenTheProfileOfEachStepIsNamed() throws Exception {
		RunOptions options = RunOptions.usual(results).with(new RunOptions.Probes(true, java.util.Optional.empty()));
		performance(new FakeTestBed()).run(Scenarios.named("virginia-tech").orElseThrow(), options, Map.of());
		assertThat(RunResults.read(results).cells().getFirst().steps()).extracting(step -> step.profile())
			.contains("steps/one-node-memory/100-2/profile");
	}

	@Test
	void whenTheBaselineIsMeasuredThenALoginIsRelatedToWhatNoneCanDoWithout() throws Exception {
		performance(new FakeTestBed()).run(Scenarios.named("baseline").orElseThrow(), RunOptions.usual(results),
				Map.of());
		assertThat(RunResults.read(results).cells()).singleElement().satisfies(cell -> {
			assertThat(cell.facts()).containsEntry("floor: one RSA-2048 signature, CPU µs", 200.0)
				.containsEntry("floor: one LDAP search and bind, CPU µs", 300.0)
				.doesNotContainKey("session, 10, CPU a login / floor");
			// 300 ms of 100 logins, beside half a millisecond.
			assertThat(cell.facts().get("login, 10, CPU a login / floor")).isCloseTo(6, within(1e-9));
		});
	}

	@Test
	void whenWarmedUpThenByTheCountThatWasAskedFor() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		run(performance(testBed));
		assertThat(testBed.loads.getFirst()).extracting(LoadPlan::logins).isEqualTo(20_000);
		assertThat(List.of(printed.toString().split("\n"))).anyMatch(line -> line.contains("warmed up by 100 logins"));
	}

	@Test
	void whenWarmedUpThenWhatALoginTakesOfTheWireIsKept() throws Exception {
		run(performance(new FakeTestBed()));
		assertThat(RunResults.read(results).cells().getFirst().facts())
			.containsEntry("bytes on the wire of a login with the fewest headers, sent", 1_500.0)
			.containsEntry("bytes on the wire of a login with the fewest headers, received", 12_000.0);
	}

	@Test
	void whenThatLoginFailsThenTheReportSaysSoAndTheRunGoesOn() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		testBed.countsTraffic = false;
		assertThat(run(performance(testBed))).isEqualTo(Outcome.COMPLETE);
		assertThat(RunResults.read(results).remarks())
			.anyMatch(remark -> remark.endsWith("what a login takes of the wire was not measured: refused"));
	}

	@ParameterizedTest
	@CsvSource({ "5, 1", "10, 1", "50, 5", "20000, 16" })
	void whenWarmedUpThenByNoCrowdThatAColdServerWouldRefuse(int logins, int users) throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		RunOptions.Pace pace = new RunOptions.Pace(0.01, 1, logins, 1, 0);
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(), RunOptions.usual(results).with(pace),
				Map.of());
		assertThat(testBed.loads.getFirst()).extracting(LoadPlan::arrival)
			.isEqualTo(new LoadPlan.Arrival.Closed(users));
	}

	@Test
	void whenTheWarmUpIsNotSoundThenNothingIsMeasuredAndItsFailuresAreKept() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(94, Map.of("status-503", 6L)), NOWHERE);
		assertThatThrownBy(() -> run(performance(testBed))).isInstanceOf(IOException.class)
			.hasMessageContaining("94 of 100 logins of the warm-up were sound, less than 95 %, failed: {status-503=6}");
		RunResult run = RunResults.read(results);
		assertThat(run.complete()).isFalse();
		assertThat(run.cells().getFirst().steps()).isEmpty();
		assertThat(run.cells().getFirst().facts()).containsEntry("warm-up, failed: status-503", 6.0);
	}

	@Test
	void whenSomebodyWasTakenForAnotherInTheWarmUpThenThatIsTheOutcomeWhateverEndsTheRun() throws Exception {
		FakeTestBed testBed = new FakeTestBed(plan -> FakeTestBed.result(0, Map.of(LoadResult.WRONG_USER, 1L)),
				NOWHERE);
		assertThat(run(performance(testBed))).isEqualTo(Outcome.WRONG_USER);
		assertThat(RunResults.read(results).complete()).isFalse();
		assertThat(printed.toString()).contains("chicago could not go on: ");
	}

	@Test
	void whenMeasuredThenTheLoadIsAmongTheProcesses() throws Exception {
		run(performance(new FakeTestBed()));
		assertThat(RunResults.read(results).cells().getFirst().steps().getFirst().processes())
			.extracting(process -> process.role())
			.containsExactly(ProcessRole.IDENTITY_PROVIDER, ProcessRole.LOAD);
	}

	@Test
	void whenAServerIsNotWarmThenTheLineSaysSo() throws Exception {
		run(performance(new FakeTestBed()));
		assertThat(printed.toString()).contains("3.00 CPU-ms each (20 % of it compiling still)");
	}

	@Test
	void whenFewerCameThanWereAskedForThenTheLineSaysSo() throws Exception {
		run(performance(new FakeTestBed(plan -> FakeTestBed.result(100).arriving(50, 10).checking(3, 2_000), NOWHERE)));
		assertThat(List.of(printed.toString().split("\n")))
			.anyMatch(line -> line.contains("CPU-ms each") && line.endsWith("; offered 5.0/s of the 10.0/s asked for; "
					+ "the generator was the bottleneck: it checked 3 answers itself while 2000 waited"));
	}

	@Test
	void whenANodeHasAShareOfAProcessorThenItWarmsUpWithAllOfItAndComesToRest() throws IOException {
		FakeTestBed testBed = new FakeTestBed();
		run(performance(testBed));

		assertThat(testBed.held).startsWith(1, 2, 3);
		assertThat(testBed.settled).containsExactly(1);
		assertThat(testBed.settling).isEqualTo(Duration.ofMinutes(1));
		assertThat(printed.toString()).contains(": still busy a minute after the warm-up");
	}

	@Test
	void whenAStepIsRecordedThenItsProfileIsOfTheTimeThatIsMeasured() throws IOException {
		FakeTestBed testBed = new FakeTestBed();
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(),
				RunOptions.usual(results).with(RunOptions.Probes.NONE.recorded()), Map.of());

		assertThat(testBed.recorded).startsWith("begin", "begin", "end", "stop");
	}

	@Test
	void whenAServerIsBusyAfterItsWarmUpThenItIsWaitedForUntilItIsAtRest() throws Exception {
		Process process = new ProcessBuilder("sh", "-c",
				"end=$(($(date +%s) + 2)); " + "while [ $(date +%s) -lt $end ]; do :; done; echo done; read end")
			.start();
		try (BufferedReader output = process.inputReader()) {
			new InstalledTestBed(results, new Terminal(new PrintWriter(printed), false)).settle(
					List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, process.pid())),
					Duration.ofMinutes(1));
			assertThat(output.ready()).isTrue();
			assertThat(output.readLine()).isEqualTo("done");
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAServerNeverRestsThenItIsWaitedForNoLongerThanAsked() throws Exception {
		Process process = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
		try {
			assertThat(new InstalledTestBed(results, new Terminal(new PrintWriter(printed), false)).settle(
					List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, process.pid())),
					Duration.ofMillis(1)))
				.isFalse();
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	@Test
	void whenAServerIsNoJavaThenItIsNotRecorded() throws Exception {
		Process process = new ProcessBuilder("sh", "-c", "read end").start();
		try {
			new InstalledTestBed(results, new Terminal(new PrintWriter(printed), false))
				.record(List.of(new MeasuredProcess("php-fpm", ProcessRole.IDENTITY_PROVIDER, process.pid())),
						results.resolve("profile"))
				.stop();
			assertThat(results.resolve("profile")).doesNotExist();
		}
		finally {
			process.destroyForcibly().onExit().join();
		}
	}

	private Performance performance(FakeTestBed testBed) {
		return new Performance(testBed, new Terminal(new PrintWriter(printed), false), InstantSource.system());
	}

	private Outcome run(Performance performance) throws IOException {
		return performance.run(Scenarios.named("chicago").orElseThrow(), RunOptions.usual(results), Map.of());
	}

}

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

import org.campanile.perf.ParsedOptions;
import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.environment.RunningSystem.MeasuredProcess;
import org.campanile.perf.load.LoadPlan;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.Interval;
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
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(), ParsedOptions.of(results), Map.of());
		RunResult run = RunResults.read(results);
		assertThat(run.cells().getFirst().steps()).extracting(step -> step.repeat()).containsExactly(1, 2, 3);
		assertThat(run.cells().getFirst().steps())
			.allSatisfy(step -> assertThat(step.counters()).containsEntry("store operations", 1.0));
		assertThat(run.conditions().noise()).hasSize(4);
	}

	@Test
	void whenRecordedThenTheProfileOfEachStepIsNamed() throws Exception {
		performance(new FakeTestBed()).run(Scenarios.named("virginia-tech").orElseThrow(),
				ParsedOptions.of(results, "--jfr"), Map.of());
		assertThat(RunResults.read(results).cells().getFirst().steps()).extracting(step -> step.profile())
			.contains("steps/one-node-memory/100-2/profile");
	}

	@Test
	void whenTheBaselineIsMeasuredThenALoginIsRelatedToWhatNoneCanDoWithout() throws Exception {
		performance(new FakeTestBed()).run(Scenarios.named("baseline").orElseThrow(), ParsedOptions.of(results),
				Map.of());
		RunResult run = RunResults.read(results);
		// There are eight iterations before the rounds, and eight after.
		assertThat(run.samples().get(Floor.SIGNATURE)).hasSize(16).containsOnly(200.0);
		assertThat(run.samples().get(Floor.ENCRYPTED)).hasSize(16).containsOnly(400.0);
		// 300 ms for 100 logins, relative to 0.5 ms and to 0.4 ms.
		assertThat(run.aims()).filteredOn(judged -> judged.aim() == Aim.LOGIN_FLOOR).hasSize(2).allSatisfy(judged -> {
			assertThat(judged.measured().value()).isCloseTo(6, within(1e-9));
			assertThat(judged.verdict()).isEqualTo(Aim.Verdict.MISSED);
		});
		assertThat(run.aims()).filteredOn(judged -> judged.aim() == Aim.SIGN_ON_FLOOR)
			.allSatisfy(judged -> assertThat(judged.measured().value()).isCloseTo(7.5, within(1e-9)));
		assertThat(printed.toString()).contains("aim: CPU of a login, relative to one RSA-2048 signature",
				"6.00 [6.00–6.00], at most 2.00: missed");
		assertThat(run.seed()).isPositive();
	}

	@Test
	void whenAPrecisionIsAskedForThenRoundsEndWhenItIsReached() throws Exception {
		performance(new FakeTestBed()).run(Scenarios.named("sessions").orElseThrow(), untilKnown(), Map.of());
		assertThat(RunResults.read(results).cells()).allMatch(cell -> cell.steps().size() == Interval.LEAST);
		assertThat(printed.toString()).contains("5 rounds; the widest interval of a ratio is ± 0.0 %");
	}

	@Test
	void whenTheFloorIsNotKnownWellEnoughThenAnotherRoundAndTheFloorAgainUntilTheRatioToItIs() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		testBed.unsteadyFloors = 2;
		performance(testBed).run(Scenarios.named("baseline").orElseThrow(), untilKnown(), Map.of());
		RunResult run = RunResults.read(results);
		// The floor is measured before the rounds, after five of them, and after each of
		// two more.
		assertThat(testBed.floors).isEqualTo(4);
		assertThat(run.cells().getFirst().steps()).filteredOn(step -> step.label().equals("login, 10")).hasSize(7);
		assertThat(run.aims()).filteredOn(judged -> judged.aim() == Aim.LOGIN_FLOOR)
			.isNotEmpty()
			.allSatisfy(judged -> assertThat(judged.measured().widerSide()).isLessThanOrEqualTo(0.05));
		assertThat(run.remarks()).anyMatch(remark -> remark.contains("7 rounds; the widest interval of a ratio is"));
	}

	@Test
	void whenOfARatioNothingIsKnownThenTheReportSaysThatRoundsDidNotGoOnForIt() throws Exception {
		performance(new FakeTestBed(plan -> FakeTestBed.result(0), NOWHERE))
			.run(Scenarios.named("sessions").orElseThrow(), untilKnown(), Map.of());
		assertThat(RunResults.read(results).remarks())
			.anyMatch(remark -> remark.contains("ratios no round has both figures"));
	}

	@Test
	void whenAServerStillCompilesThenTheWarmUpGoesOnUntilItDoesNot() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		testBed.compiling = 0.06;
		testBed.compilingUntil = 3;
		run(performance(testBed));
		assertThat(testBed.loads.subList(0, 4)).extracting(LoadPlan::logins).containsExactly(20_000, 5_000, 5_000, 0);
		assertThat(RunResults.read(results).cells().getFirst().facts()).containsEntry("warm-up, logins", 30_000.0)
			.containsEntry("warm-up, compiling in the last logins, %", 0.0);
		assertThat(printed.toString())
			.contains("one node, memory: warm by 30,000 logins: 0.0 % of its processor time for compilers");
	}

	@Test
	void whenAServerNeverStopsCompilingThenTheWarmUpEndsAndTheReportSaysSo() throws Exception {
		FakeTestBed testBed = new FakeTestBed();
		testBed.compiling = 0.06;
		run(performance(testBed));
		assertThat(RunResults.read(results).remarks())
			.contains("one node, memory: not warm by 200,000 logins: 20.0 % of its processor time for compilers");
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
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(),
				ParsedOptions.of(results, "--time-scale=0.01", "--warm-up=" + logins), Map.of());
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
		FakeTestBed testBed = new FakeTestBed();
		testBed.compiling = 0.06;
		run(performance(testBed));
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
		performance(testBed).run(Scenarios.named("virginia-tech").orElseThrow(), ParsedOptions.of(results, "--jfr"),
				Map.of());

		assertThat(testBed.recorded).startsWith("begin", "begin", "end", "stop");
	}

	@Test
	void whenAServerIsBusyAfterItsWarmUpThenItIsWaitedForUntilItIsAtRest() throws Exception {
		Process process = new ProcessBuilder("sh", "-c",
				"end=$(($(date +%s) + 2)); " + "while [ $(date +%s) -lt $end ]; do :; done; echo done; read end")
			.start();
		try (BufferedReader output = process.inputReader()) {
			installed().settle(List.of(new MeasuredProcess("node1", ProcessRole.IDENTITY_PROVIDER, process.pid())),
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
			assertThat(installed().settle(
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
			installed()
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
		return new Performance(testBed, terminal(), InstantSource.system());
	}

	private InstalledTestBed installed() {
		return new InstalledTestBed(results, terminal());
	}

	private Terminal terminal() {
		return new Terminal(new PrintWriter(printed), false);
	}

	private RunOptions untilKnown() throws IOException {
		return ParsedOptions.of(results, "--time-scale=0.01", "--warm-up=0", "--until=5%");
	}

	private Outcome run(Performance performance) throws IOException {
		return performance.run(Scenarios.named("chicago").orElseThrow(), ParsedOptions.of(results), Map.of());
	}

}

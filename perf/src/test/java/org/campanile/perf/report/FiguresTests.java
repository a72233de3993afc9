package org.campanile.perf.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.campanile.perf.report.FactTables.Fact;
import org.campanile.perf.report.RepeatedStep.Labels;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.Interval;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.Spread;
import org.campanile.perf.result.SyntheticLoads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class FiguresTests {

	@Test
	void whenFiguresAreOddThenTheMedianIsTheMiddleOne() {
		assertThat(Spread.of(DoubleStream.of(9, 1, 4))).contains(new Spread(4, 1, 9, 3));
	}

	@Test
	void whenFiguresAreEvenThenTheMedianLiesBetweenTheTwoInTheMiddle() {
		assertThat(Spread.of(DoubleStream.of(8, 1, 4, 2))).contains(new Spread(3, 1, 8, 4));
	}

	@Test
	void whenAFigureIsNotANumberThenItCountsAsMissing() {
		assertThat(Spread.of(DoubleStream.of(Double.NaN, 2, Double.POSITIVE_INFINITY)))
			.contains(new Spread(2, 2, 2, 1));
		assertThat(Spread.of(DoubleStream.of(Double.NaN))).isEmpty();
	}

	@Test
	void whenControlsDifferThenTheirSpreadIsAShareOfTheMedian() {
		assertThat(new Spread(40, 39, 41, 3).share()).isEqualTo(0.05, within(1e-9));
	}

	@Test
	void whenCellsAreRelatedThenEachRepeatIsDividedByTheSameRepeatOfTheOther() {
		RepeatedStep base = repeated(1.0, 2.0, 4.0);
		RepeatedStep other = repeated(1.1, 2.4, 4.0);

		Interval ratio = other.ratio(base, Figure.CPU_IDP).orElseThrow();

		assertThat(ratio.low()).isEqualTo(1.0, within(1e-9));
		assertThat(ratio.value()).isEqualTo(1.1, within(1e-9));
		assertThat(ratio.high()).isEqualTo(1.2, within(1e-9));
	}

	@Test
	void whenARepeatIsMissingThenOnlyPairsCount() {
		assertThat(repeated(3.0).ratio(repeated(2.0, 8.0), Figure.CPU_IDP)).hasValueSatisfying(ratio -> {
			assertThat(ratio.count()).isOne();
			assertThat(ratio.value()).isEqualTo(1.5, within(1e-9));
		});
	}

	@Test
	void whenTheBaselineHasNoFigureThenThereIsNoRatio() {
		StepResult bare = new StepResult("25", 1, load(10, 0, Map.of()), List.of(), Map.of(), "");

		assertThat(repeated(3.0).ratio(new RepeatedStep("25", List.of(bare)), Figure.CPU_IDP)).isEmpty();
		assertThat(Figure.CPU_IDP.of(bare)).isNaN();
		assertThat(Figure.BYTES.of(bare)).isNaN();
		assertThat(Figure.MEAN.of(bare)).isNaN();
		assertThat(Figure.counted("store operations").of(bare)).isNaN();
	}

	@Test
	void whenALoadIsOfSignOnsThenTheirLatencyAndCostAreReported() {
		LatencyResult login = new LatencyResult(10, 50, 1, 1, 50, 60, 70, 80, 90);
		LatencyResult signOn = new LatencyResult(990, 5, 1, 1, 5, 6, 7, 8, 9);
		StepResult step = new StepResult("25", 1, load(10, 990, Map.of("login", login, "sso", signOn)),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 1.5, 0.5, 0, 0, 0, 0)),
				Map.of("store operations", 2_000.0), "");

		assertThat(Figure.MEAN.of(step)).isEqualTo(5);
		assertThat(Figure.LOGINS_PER_SECOND.of(step)).isEqualTo(100);
		assertThat(Figure.CPU_IDP.of(step)).isEqualTo(2);
		assertThat(Figure.counted("store operations").of(step)).isEqualTo(2);
	}

	@Test
	void whenServersCompiledMeanwhileThenTheirShareIsReported() {
		StepResult step = new StepResult("25", 1, load(10, 0, Map.of()),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 1.5, 0.5, 0, 0, 0, 0, 1.5),
						new ProcessResult("node2", ProcessRole.IDENTITY_PROVIDER, 3, 1, 0, 0, 0, 0),
						new ProcessResult("load", ProcessRole.LOAD, 3, 1, 0, 0, 0, 0, 4)),
				Map.of(), "");

		assertThat(Figure.COMPILING.of(step)).isEqualTo(25);
		assertThat(Figure.COMPILING.of(SyntheticRuns.step("25", 1, 1, 5, 1))).isNaN();
	}

	@Test
	void whenOnePersonHadToLogInAmongSignOnsThenLatencyIsOfSignOns() {
		LatencyResult login = new LatencyResult(1, 50, 1, 1, 50, 60, 70, 80, 90);
		LatencyResult signOn = new LatencyResult(990, 5, 1, 1, 5, 6, 7, 8, 9);

		assertThat(load(1, 990, Map.of("login", login, "sso", signOn)).answering()).isEqualTo("sso");
		assertThat(load(990, 1, Map.of("login", login, "sso", signOn)).answering()).isEqualTo("login");
	}

	@Test
	void whenALoginFollowsAFormThenTheHeadlineCountsFromTheFirstRequest() {
		LatencyResult password = new LatencyResult(990, 5, 1, 1, 5, 6, 7, 10, 11);
		LatencyResult whole = new LatencyResult(990, 15, 1, 1, 15, 20, 25, 30, 31);
		LoadResult login = load(990, 0, Map.of("form", password, "login", password, "whole login", whole));
		LoadResult earlier = load(990, 0, Map.of("form", password, "login", password));
		LoadResult validation = load(990, 0, Map.of("login", password));
		MeasuredRun run = run(SyntheticRuns.cell("a", step("login, 10", login)),
				SyntheticRuns.cell("b", step("login, 10", earlier)),
				SyntheticRuns.cell("c", step("password", validation)));

		Table table = (Table) Headline.of(run).getFirst();

		assertThat(table.columns().get(1)).isEqualTo("99 % from the first request, ms");
		assertThat(table.groups().getFirst().rows()).extracting(row -> row.cells().get(1))
			.containsExactly("30.0", Table.MISSING, "10.0");
	}

	@Test
	void whenSignOnsAreMeasuredAsWellThenTheirCostIsNotPlottedAsThatOfALogin() {
		LatencyResult answered = new LatencyResult(990, 5, 1, 1, 5, 6, 7, 8, 9);
		StepResult login = step("login, 10", load(900, 0, Map.of("login", answered)));
		StepResult signOn = step("session, 10", load(10, 1_990, Map.of("login", answered, "sso", answered)));
		MeasuredRun run = run(SyntheticRuns.cell("memory", login, signOn), SyntheticRuns.cell("jpa", login, signOn),
				SyntheticRuns.cell("gate", signOn));

		assertThat(Charts.cpu(run).categories()).containsExactly("memory, login, 10", "jpa, login, 10");
	}

	@Test
	void whenEveryLoginFailsItsCheckThenAllOfThemFailed() {
		LatencyResult answered = new LatencyResult(40, 5, 1, 1, 5, 6, 7, 8, 9);
		Map<String, LatencyResult> requests = Map.of("form", answered, "login", answered);

		assertThat(Figure.FAILED.of(failing(0, requests, 40))).isEqualTo(100);
		assertThat(Figure.FAILED.of(failing(30, requests, 10))).isEqualTo(25);
		assertThat(Figure.FAILED.of(failing(40, requests, 0))).isZero();
		assertThat(Figure.FAILED.of(failing(0, Map.of(), 0))).isNaN();
	}

	@Test
	void whenNoLoginWasSoundThenItsCostIsADash() {
		StepResult step = new StepResult("25", 1, load(0, 0, Map.of()),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 1.5, 0.5, 0, 0, 0, 0)), Map.of(), "");

		assertThat(new RepeatedStep("25", List.of(step)).print(Figure.CPU_IDP)).isEqualTo("–");
		assertThat(new RepeatedStep("25", List.of(step)).print(Figure.CPU_SERVERS)).isEqualTo("–");
	}

	@Test
	void whenNothingWasAnsweredInASecondThenLatencyHasAGap() {
		StepResult step = SyntheticRuns.withSeries(SyntheticRuns.step("25", 1, 1, 5, 1),
				List.of(new LoadResult.Second(1, 0, 4), new LoadResult.Second(0, 2, 0), new LoadResult.Second(0, 1, 9),
						new LoadResult.Second(1, 0, 0)));
		MeasuredRun run = new MeasuredRun("A", true, Path.of("results"), SyntheticRuns.run("soak"), List.of(),
				List.of(), List.of());

		Chart chart = Charts.latencyBySecond(run, SyntheticRuns.cell("a", step));

		assertThat(chart.series().getFirst().points()).extracting(Chart.Point::y)
			.containsExactly(4.0, Double.NaN, 9.0, Double.NaN);
	}

	@Test
	void whenAFactBelongsToAStepThenItIsTakenApart() {
		CellResult cell = SyntheticRuns.withFacts(
				SyntheticRuns.cell("a", SyntheticRuns.step("login, 10", 1, 10, 5, 1),
						SyntheticRuns.step("3", 1, 10, 5, 1)),
				Map.of("login, 10, CPU a login / b", 1.05, "login, 10, CPU a login / b, lowest", 1.01,
						"login, 10, CPU a login / b, highest", 1.1, "slice 3, threads", 64.0, "bytes a session",
						612.0));

		assertThat(Fact.of(cell)).containsExactlyInAnyOrder(
				new Fact("login, 10", "CPU a login / b", 1.05, "1.05 (1.01–1.10)"), new Fact("3", "threads", 64, "64"),
				new Fact("", "bytes a session", 612, "612"));
	}

	@Test
	void whenAFactIsAMedianThenItsExtremesStandWithIt() {
		CellResult cell = SyntheticRuns.withFacts(SyntheticRuns.cell("a"),
				Map.of("seconds, median", 4.5, "seconds, lowest", 4.25, "seconds, highest", 5.0, "floor, lowest", 1.0));

		assertThat(Fact.of(cell)).containsExactlyInAnyOrder(new Fact("", "seconds", 4.5, "4.50 (4.25–5)"),
				new Fact("", "floor, lowest", 1, "1"));
	}

	@Test
	void whenLabelsAreNumbersThenTheyStandInTheirOrder() {
		RunResult run = SyntheticRuns.run("x",
				SyntheticRuns.cell("a", SyntheticRuns.step("1000", 1, 1, 1, 1), SyntheticRuns.step("25", 1, 1, 1, 1)),
				SyntheticRuns.cell("b", SyntheticRuns.step("100", 1, 1, 1, 1)));

		assertThat(Labels.of(run)).containsExactly("25", "100", "1000");
		assertThat(Labels.number("60/s")).hasValue(60);
		assertThat(Labels.number("12,000 sessions")).hasValue(12_000);
	}

	@Test
	void whenLabelsShareANumberThenTheyStayAsTheyCame() {
		RunResult run = SyntheticRuns.run("x", SyntheticRuns.cell("a", SyntheticRuns.step("session, 10", 1, 1, 1, 1),
				SyntheticRuns.step("login, 10", 1, 1, 1, 1)));

		assertThat(Labels.of(run)).containsExactly("session, 10", "login, 10");
	}

	@Test
	void whenNumbersArePrintedThenMissingOnesAreADash() {
		assertThat(Numbers.of(21_687, 0)).isEqualTo("21,687");
		assertThat(Numbers.of(Double.NaN, 2)).isEqualTo("–");
		assertThat(Numbers.of(-0.0, 1)).isEqualTo("0.0");
		assertThat(Numbers.of(Optional.of(new Spread(2, 1.96, 2.04, 3)), 1)).isEqualTo("2.0");
		assertThat(Numbers.of(Optional.of(new Spread(2, 1.5, 2.5, 3)), 1)).isEqualTo("2.0 (1.5–2.5)");
		assertThat(Numbers.bytes(575e6)).isEqualTo("575.0 MB");
	}

	@Test
	void whenSecondsAreManyThenTheyAreAveragedOverStretches() {
		List<LoadResult.Second> seconds = IntStream.range(0, 900)
			.mapToObj(second -> new LoadResult.Second(second % 3, 0, 1))
			.toList();

		assertThat(Charts.thinned(seconds, LoadResult.Second::logins)).hasSize(300)
			.allSatisfy(point -> assertThat(point.y()).isEqualTo(1));
	}

	private static RepeatedStep repeated(double... cpuMillis) {
		return new RepeatedStep("25",
				IntStream.range(0, cpuMillis.length)
					.mapToObj(index -> SyntheticRuns.step("25", index + 1, 10, 5, cpuMillis[index]))
					.toList());
	}

	private static StepResult failing(long sound, Map<String, LatencyResult> requests, long failed) {
		return new StepResult("25", 1,
				SyntheticLoads.load(10, sound, 0, requests, Map.of("signature", failed), 1, 0, List.of()), List.of(),
				Map.of(), "");
	}

	private static MeasuredRun run(CellResult... cells) {
		return new MeasuredRun("A", true, Path.of("results"), SyntheticRuns.run("baseline", cells), List.of(),
				List.of(), List.of());
	}

	private static StepResult step(String label, LoadResult load) {
		return new StepResult(label, 1, load,
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 1.5, 0.5, 0, 0, 0, 0)), Map.of(), "");
	}

	private static LoadResult load(long logins, long signOns, Map<String, LatencyResult> requests) {
		return SyntheticLoads.load(10, logins, signOns, requests, Map.of(), 1, 0, List.of());
	}

}

package org.campanile.perf.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.report.document.Block;
import org.campanile.perf.report.document.Chart;
import org.campanile.perf.report.document.Table.Row;
import org.campanile.perf.report.document.Table;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class ScenarioTablesTests {

	@Test
	void whenMemphisIsShownThenEachCellHasThePublishedRows() {
		Table table = first(run(SyntheticRuns.memphis()));

		assertThat(table.columns()).containsExactly("1", "25", "50", "75", "100", "125");
		assertThat(table.groups().getFirst().rows()).extracting(Row::head)
			.containsExactly("avg, s", "90 %, s", "max, s", "req/s", "failed, %");
		// For 25 users with 42 ms: the 90th percentile of the synthetic figures is 1.5
		// times that.
		assertThat(table.groups().getFirst().rows().get(1).cells().get(1)).isEqualTo("0.063");
		assertThat(table.groups().getLast().rows().getFirst().cells()).containsExactly("–", "0.044", "–", "–", "–",
				"–");
	}

	@Test
	void whenLafayetteIsShownThenEventsAreCountedByTheMinute() {
		Table table = first(run(SyntheticRuns.run("lafayette",
				SyntheticRuns.cell("three nodes, hazelcast", SyntheticRuns.step("50", 1, 5, 12, 2)))));

		assertThat(table.columns()).startsWith("events/min", "events/min for each user");
		assertThat(row(table, "50").cells()).startsWith("600.0", "12.00");
	}

	/**
	 * The trials took between 20 minutes and eight hours, so that a single length would
	 * not describe them.
	 */
	@Test
	void whenLafayetteIsShownThenThePublishedTrialsHaveTheirLengths() {
		Published.PublishedTable table = Published.of("lafayette").orElseThrow().tables().getFirst();

		Row lengths = table.groups().getFirst().rows().getLast();
		assertThat(lengths.head()).isEqualTo("length of the trial, min");
		assertThat(lengths.cells()).containsExactly("434", "480", "28", "41", "37", "20");
	}

	@Test
	void whenAuthmarkIsShownThenEachTierIsAShareOfACore() {
		Table table = first(run(SyntheticRuns.run("authmark",
				SyntheticRuns.cell("one server", SyntheticRuns.step("50", 1, 100, 300, 5)))));

		assertThat(table.columns())
			.startsWith("logins or pages/min", "avg of a login, s", "IdP, CPU ms each", "IdP, % of a core")
			.doesNotContain("proxy, % of a core");
		assertThat(table.groups().getFirst().rows().getFirst().cells()).startsWith("6,000", "0.300", "5.000", "50");
	}

	@Test
	void whenOverloadIsShownThenGoodputIsAShareOfTheBestStep() {
		MeasuredRun run = run(SyntheticRuns.run("overload",
				SyntheticRuns.withFacts(SyntheticRuns.cell("node", SyntheticRuns.step("16", 1, 200, 50, 1)),
						Map.of("logins a second at saturation", 190.0)),
				SyntheticRuns.cell("node, patient", SyntheticRuns.step("4×", 1, 180, 50, 1, Map.of("status-503", 100L)),
						SyntheticRuns.step("after 4×", 1, 100, 5, 1))));

		Row row = first(run).groups().get(1).rows().getFirst();

		assertThat(row.head()).isEqualTo("4×");
		assertThat(row.cells()).startsWith("180.0", "90.0").contains("1.0");
		assertThat(charts(run).getFirst().categories()).containsExactly("4×");
	}

	@Test
	void whenOverloadIsShownThenLatenciesAreOfWholeLogins() {
		Table table = first(run(SyntheticRuns.run("overload",
				SyntheticRuns.cell("node, patient", SyntheticRuns.step("4×", 1, 180, 50, 1)))));

		assertThat(table.note()).contains("from the first request");
		assertThat(table.groups().getFirst().rows().getFirst().cells().subList(2, 5))
			.as("of the password alone is no answer to that")
			.containsOnly(Table.MISSING);
	}

	@Test
	void whenSoakIsShownThenHeapThreadsAndDescriptorsArePlottedOverTheTimeOfLoad() {
		List<Chart> plots = charts(run(SyntheticRuns.slices("soak"))).subList(0, 3);

		assertThat(plots).extracting(Chart::title, Chart::across, Chart::up)
			.containsExactly(tuple("one node, memory: heap after a collection", "minutes of load", "MB"),
					tuple("one node, memory: threads", "minutes of load", "threads"),
					tuple("one node, memory: file descriptors", "minutes of load", "descriptors"));
		// Each step of the synthetic runs lasts for 100 seconds.
		assertThat(plots).flatExtracting(Chart::series)
			.containsExactly(
					new Chart.Series("one node, memory",
							List.of(new Chart.Point(100 / 60.0, 90), new Chart.Point(200 / 60.0, 53))),
					new Chart.Series("node1",
							List.of(new Chart.Point(100 / 60.0, 79), new Chart.Point(200 / 60.0, 80))),
					new Chart.Series("node1",
							List.of(new Chart.Point(100 / 60.0, 41), new Chart.Point(200 / 60.0, 99))));
	}

	@Test
	void whenASoakHasSeveralNodesThenEachHasALine() {
		CellResult cell = SyntheticRuns.withFacts(
				SyntheticRuns.cell("three nodes, jpa", SyntheticRuns.step("1", 1, 100, 10, 1)),
				Map.of("slice 1, node1, threads", 79.0, "slice 1, node2, threads", 81.0));

		assertThat(charts(run(SyntheticRuns.run("soak", cell))))
			.filteredOn(chart -> chart.title().equals("three nodes, jpa: threads"))
			.flatExtracting(Chart::series)
			.containsExactlyInAnyOrder(new Chart.Series("node1", List.of(new Chart.Point(100 / 60.0, 79))),
					new Chart.Series("node2", List.of(new Chart.Point(100 / 60.0, 81))));
	}

	@Test
	void whenASoakStoresSessionsInADatabaseThenNoPlotIsSaidToBeOfTheHeap() {
		CellResult cell = SyntheticRuns.slices("soak").cells().getFirst();
		List<ProcessResult> processes = List
			.of(new ProcessResult("postgresql", ProcessRole.DATABASE, 1, 0, 90_000_000L, 0, 0, 0));
		StepResult[] steps = cell.steps()
			.stream()
			.map(step -> new StepResult(step.label(), 1, step.load(), processes, Map.of(), ""))
			.toArray(StepResult[]::new);

		CellResult stored = SyntheticRuns.withFacts(SyntheticRuns.cell("jpa", steps), cell.facts());

		assertThat(charts(run(SyntheticRuns.run("soak", stored)))).extracting(Chart::title)
			.contains("jpa: tables of sessions")
			.noneMatch(title -> title.contains("heap"));
	}

	@Test
	void whenVirginiaTechIsShownThenEachRunHasARow() {
		Table table = first(run(SyntheticRuns.run("virginia-tech", SyntheticRuns.cell("node",
				SyntheticRuns.step("100", 1, 86, 800, 4), SyntheticRuns.step("100", 2, 85, 810, 4)))));

		assertThat(table.groups().getFirst().rows()).extracting(Row::head)
			.containsExactly("100 users, run 1", "100 users, run 2");
		assertThat(table.groups().getFirst().rows().getFirst().cells()).containsExactly("200.0", "66.7", "86.0",
				"800.0", "266.7", "86.0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "memphis", "chicago", "virginia-tech", "lafayette", "authmark", "sentinel", "privacyidea",
			"compare", "overload", "sessions", "soak", "stages", "startup", "memory", "baseline" })
	void whenARunHoldsNothingYetThenNoViewFails(String scenario) {
		MeasuredRun empty = run(SyntheticRuns.run(scenario));
		MeasuredRun started = run(SyntheticRuns.run(scenario, SyntheticRuns.cell("a")));

		assertThat(Stream.of(empty, started).flatMap(run -> ScenarioView.blocks(scenario, run).stream()))
			.allSatisfy(block -> assertThat(block instanceof Table table && !table.isEmpty()).isFalse());
		assertThat(RatioTables.of(started)).isEmpty();
		assertThat(CostTables.of(started)).isEmpty();
		assertThat(Failures.table(started)).isEmpty();
		assertThat(Failures.checked(started)).isEqualTo(Table.MISSING);
	}

	@Test
	void whenCellsAreRelatedThenTheBaselineIsNamedAndSoIsTheNoise() {
		List<Block> blocks = RatioTables.of(run(SyntheticRuns.run("baseline",
				SyntheticRuns.cell("one node, jpa", SyntheticRuns.step("closed", 1, 100, 10, 1.6),
						SyntheticRuns.step("closed", 2, 100, 10, 1.7)),
				SyntheticRuns.cell("one node, memory", SyntheticRuns.step("closed", 1, 100, 10, 1.6),
						SyntheticRuns.step("closed", 2, 100, 10, 1.6)))));

		Table table = (Table) blocks.getFirst();
		assertThat(table.caption()).endsWith("baseline cell: one node, memory");
		assertThat(table.groups().getFirst().rows()).singleElement().satisfies(row -> {
			assertThat(row.head()).isEqualTo("one node, jpa");
			assertThat(row.cells().get(3)).isEqualTo("1.03 [1.00–1.06]");
		});
		assertThat(((Block.Note) blocks.getLast()).text()).contains("40–42", "4.9 %");
	}

	@Test
	void whenStoresAreMeasuredOneAfterTheOtherThenEachCellIsRelatedToItsOwnStore() {
		List<Block> blocks = RatioTables.of(run(SyntheticRuns.run("sessions",
				SyntheticRuns.cell("memory, 0 sessions", SyntheticRuns.step("login", 1, 100, 10, 1)),
				SyntheticRuns.cell("memory, 1,000,000 sessions", SyntheticRuns.step("login", 1, 100, 10, 1.1)),
				SyntheticRuns.cell("jpa, 0 sessions", SyntheticRuns.step("login", 1, 100, 10, 2)),
				SyntheticRuns.cell("jpa, 100,000 sessions", SyntheticRuns.step("login", 1, 100, 10, 2.4)),
				SyntheticRuns.cell("memory, 10,000 people", SyntheticRuns.step("login", 1, 100, 10, 4)),
				SyntheticRuns.cell("memory, 1,000,000 people", SyntheticRuns.step("login", 1, 100, 10, 6)),
				SyntheticRuns.cell("hazelcast, 0 sessions", SyntheticRuns.step("login", 1, 100, 10, 8)))));

		List<Table> tables = blocks.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
		assertThat(tables).extracting(Table::caption)
			.containsExactly("Times the figure of the baseline cell: memory, 0 sessions",
					"Times the figure of the baseline cell: jpa, 0 sessions",
					"Times the figure of the baseline cell: memory, 10,000 people");
		assertThat(tables).flatExtracting(table -> table.groups().getFirst().rows())
			.extracting(Row::head, row -> row.cells().get(3))
			.containsExactly(tuple("memory, 1,000,000 sessions", "1.10"), tuple("jpa, 100,000 sessions", "1.20"),
					tuple("memory, 1,000,000 people", "1.50"));
		assertThat(blocks).filteredOn(Block.Note.class::isInstance)
			.extracting(block -> ((Block.Note) block).text())
			.noneMatch(text -> text.contains("one after the other"));
	}

	@Test
	void whenStoresAreComparedOneAfterTheOtherThenEachIsRelatedToWhatWasUpBesideIt() {
		List<Block> blocks = RatioTables.of(run(SyntheticRuns.run("compare",
				SyntheticRuns.cell("one node, memory", SyntheticRuns.step("closed", 1, 100, 10, 1)),
				SyntheticRuns.cell("one node, memory, beside jpa", SyntheticRuns.step("closed", 1, 100, 10, 2)),
				SyntheticRuns.cell("one node, jpa", SyntheticRuns.step("closed", 1, 100, 10, 2.4)),
				SyntheticRuns.cell("three nodes, jpa", SyntheticRuns.step("closed", 1, 100, 10, 3)),
				SyntheticRuns.cell("one node, jpa-fast", SyntheticRuns.step("closed", 1, 100, 10, 5)),
				SyntheticRuns.cell("three nodes, jpa-fast", SyntheticRuns.step("closed", 1, 100, 10, 5)))));

		List<Table> tables = blocks.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
		assertThat(tables).flatExtracting(table -> table.groups().getFirst().rows())
			.extracting(Row::head, row -> row.cells().get(3))
			.containsExactly(tuple("one node, jpa", "1.20"), tuple("three nodes, jpa", "1.50"),
					tuple("three nodes, jpa-fast", "1.00"));
	}

	@Test
	void whenBytesAreReportedThenAlsoWhatTheyAreOf() {
		List<Block> blocks = CostTables
			.of(run(SyntheticRuns.run("chicago", SyntheticRuns.cell("a", SyntheticRuns.step("25", 1, 10, 5, 1)))));

		Table cost = (Table) blocks.getFirst();
		assertThat(cost.columns()).contains("bytes of pages/login");
		assertThat(cost.note()).contains("decompressed").doesNotStartWith(" ");
	}

	@Test
	void whenServersCountStagesThenEachIsMillisecondsOfALogin() {
		StepResult step = SyntheticRuns.step("1", 1, 10, 5, 1);
		StepResult counted = new StepResult("1", 1, step.load(), step.processes(),
				Map.of("stage sign: seconds", 0.9, "stage sign: times", 1_000.0, "directory binds", 1_000.0), "");
		MeasuredRun run = run(SyntheticRuns.run("stages", SyntheticRuns.cell("one node, memory", counted)));

		assertThat(row(first(run), "sign, ms").cells()).containsExactly("0.900");
		assertThat(charts(run).getFirst().series()).extracting(Chart.Series::name).containsExactly("sign");
		assertThat(CostTables.of(run)).filteredOn(Table.class::isInstance)
			.flatExtracting(block -> ((Table) block).groups().getFirst().rows())
			.extracting(row -> row.head())
			.contains("directory binds/login")
			.doesNotContain("stage sign: times/login");
	}

	@Test
	void whenCellsHaveNoStepInCommonThenNothingIsRelated() {
		assertThat(
				RatioTables.of(run(SyntheticRuns.run("x", SyntheticRuns.cell("a", SyntheticRuns.step("1", 1, 1, 1, 1)),
						SyntheticRuns.cell("b", SyntheticRuns.step("2", 1, 1, 1, 1))))))
			.isEmpty();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "memphis", "chicago", "virginia-tech", "lafayette", "authmark", "sentinel", "privacyidea" })
	void whenAScenarioWasPublishedThenItsFiguresAreWholeAndMarked(String scenario) {
		Published published = Published.of(scenario).orElseThrow();

		assertThat(published.tables()).isNotEmpty()
			.allSatisfy(table -> assertThat(table.groups()).isNotEmpty()
				.flatExtracting(Table.Group::rows)
				.isNotEmpty()
				.allSatisfy(row -> assertThat(row.cells()).hasSameSizeAs(table.columns())));
		assertThat(published.blocks())
			.allSatisfy(block -> assertThat(((Table) block).origin()).isEqualTo(Table.Origin.PUBLISHED));
		assertThat(published.hardware()).isNotBlank();
	}

	@Test
	void whenFiguresWerePublishedThenTheirDigitsAreKept() {
		Published.PublishedTable chicago = Published.of("chicago").orElseThrow().tables().getFirst();

		assertThat(chicago.groups().getFirst().rows().getLast().cells()).contains("13.00", "16.30");
		assertThat(Published.of("compare")).isEmpty();
	}

	private static MeasuredRun run(RunResult result) {
		return new MeasuredRun("A", true, Path.of("results"), result, List.of(), List.of(), List.of());
	}

	private static Table first(MeasuredRun run) {
		return (Table) ScenarioView.blocks(run.result().scenario(), run).getFirst();
	}

	private static List<Chart> charts(MeasuredRun run) {
		return ScenarioView.blocks(run.result().scenario(), run)
			.stream()
			.flatMap(block -> block instanceof Block.Beside beside ? beside.blocks().stream() : Stream.of(block))
			.filter(Chart.class::isInstance)
			.map(Chart.class::cast)
			.toList();
	}

	private static Row row(Table table, String head) {
		return table.groups()
			.getFirst()
			.rows()
			.stream()
			.filter(row -> row.head().equals(head))
			.findFirst()
			.orElseThrow();
	}

}

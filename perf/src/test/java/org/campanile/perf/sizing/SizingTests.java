package org.campanile.perf.sizing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.Conditions;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.RunResult;
import org.campanile.perf.result.SyntheticLoads;
import org.campanile.perf.sizing.Costs.Cost;
import org.campanile.perf.sizing.Costs.Quantity;
import org.campanile.perf.sizing.Sizing.Demand;
import org.campanile.perf.sizing.Sizing.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SizingTests {

	/**
	 * A tenth of 30,000 people within five minutes: ten a second, three of them by
	 * password.
	 */
	private static final Demand DEMAND = new Demand(30_000, 0.1, 300, 0.7, 4);

	private static final Costs COSTS = new Costs(List.of(cost(Quantity.LOGIN, 100), cost(Quantity.SIGN_ON, 50),
			cost(Quantity.NOT_WARM, 3), cost(Quantity.AFTER_START, 6), cost(Quantity.LOGINS_AFTER_START, 2_000),
			cost(Quantity.START_SECONDS, 5), cost(Quantity.START_CPU, 8), cost(Quantity.SESSION_BYTES, 2_097.152),
			cost(Quantity.RESIDENT_MIB, 300), cost(Quantity.BYTES_DOWN, 30_000), cost(Quantity.AUDIT_LOGIN, 200),
			cost(Quantity.AUDIT_SIGN_ON, 440)));

	@Test
	void whenPeopleComeAtThePeakThenCoresAreOfLoginsAndSignOns() {
		Sizing sizing = new Sizing(DEMAND, "jpa", 2, COSTS);
		assertThat(DEMAND.loginsPerSecond()).isCloseTo(3, within(1e-9));
		assertThat(sizing.coresAtPeak()).isCloseTo(3 * 0.1 + 7 * 0.05, within(1e-9));
		assertThat(sizing.coresNotWarm()).isCloseTo(3 * 0.65, within(1e-9));
	}

	@Test
	void whenANodeIsMissingThenTheOthersCarryThePeak() {
		// Servers that are not warm need 1.95 cores, of which a node provides 1.2.
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).nodes()).isEqualTo(3);
		assertThat(new Sizing(DEMAND, "jpa", 4, COSTS).nodes()).isEqualTo(2);
		assertThat(new Sizing(new Demand(10, 0.1, 300, 0.7, 4), "jpa", 2, COSTS).nodes()).isEqualTo(2);
	}

	@Test
	void whenSessionsHaveCopiesThenTheyTakeThatMuchMore() {
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).sessionMebibytes()).isCloseTo(60, within(1e-9));
		assertThat(new Sizing(DEMAND, "hazelcast", 2, COSTS).sessionMebibytes()).isCloseTo(120, within(1e-9));
	}

	@Test
	void whenSessionsAreInTheHeapThenTheyFillHalfOfWhatIsAddedForThem() {
		assertThat(new Sizing(DEMAND, "memory", 2, COSTS).heapMebibytes()).isEqualTo(448);
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).heapMebibytes()).isEqualTo(320);
		// Two of the three members must hold all copies.
		assertThat(new Sizing(DEMAND, "hazelcast", 2, COSTS).heapMebibytes()).isEqualTo(448);
	}

	@Test
	void whenANodeIsStartedAnewThenItsStartAndColdLoginsCount() {
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).restartSeconds()).isEqualTo(8 + 2_000 * 5 * 0.1);
	}

	@Test
	void whenNodesShareSessionsThenEachCanDoFewerLogins() {
		Costs clustered = new Costs(
				Stream.concat(COSTS.all().stream(), Stream.of(cost(Quantity.CLUSTER, 1.3))).toList());
		assertThat(new Sizing(DEMAND, "jpa", 2, clustered).loginsOfANode()).isCloseTo(9.23, within(0.01));
	}

	@Test
	void whenALoginIsShippedThenWhatItSendsIsTheFigureOfTheGuide() throws Exception {
		double sent = Costs.shipped().get(Quantity.BYTES_DOWN, "jpa").value() / 1_000;
		assertThat(Files.readString(Path.of("../docs/performance.md")))
			.contains(String.format(Locale.ROOT, "| %.1f KB down,", sent));
	}

	@Test
	void whenALoginIsAuditedThenByTwoLines() {
		// 120,000 sign-ons of 440 bytes, three of ten with 200 more.
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).auditGigabytes()).isCloseTo(0.06, within(1e-9));
	}

	@Test
	void whenItIsPlottedThenUpToTwiceThePeople() {
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).plot().series()).hasSize(2)
			.allSatisfy(series -> assertThat(series.points().getLast().x()).isEqualTo(60_000));
		assertThat(new Sizing(DEMAND, "jpa", 2, COSTS).plot().series().getFirst().points().getLast().y()).isCloseTo(1.3,
				within(1e-9));
	}

	@Test
	void whenTheLogWasNotMeasuredThenSoItIsSaid() {
		assertThat(line(new Sizing(DEMAND, "jpa", 2, COSTS), "write-ahead log a day").printed())
			.isEqualTo("not measured");
		Costs measured = new Costs(List.of(cost(Quantity.WAL_LOGIN, 3_000), cost(Quantity.WAL_SIGN_ON, 1_000)));
		Costs all = new Costs(Stream.concat(COSTS.all().stream(), measured.all().stream()).toList());
		// 120,000 sign-ons of 1,600 bytes.
		assertThat(line(new Sizing(DEMAND, "jpa", 2, all), "write-ahead log a day").value()).isCloseTo(0.192,
				within(1e-9));
	}

	@Test
	void whenARunOfStartsIsNamedThenThoseWithTheCacheCountAndAsManyLoginsAsTheyWereFollowedBy() {
		Map<String, Double> without = Map.of("seconds to the first login, median", 9.0,
				"CPU seconds to the first login, median", 20.0, "the next 10000, in times of a warm one, median", 7.0);
		Map<String, Double> with = Map.of("seconds to the first login, median", 3.0,
				"CPU seconds to the first login, median", 7.0, "the next 10000, in times of a warm one, median", 4.0);
		Costs costs = COSTS.from(run("startup", new CellResult("without the AOT cache", Map.of(), without, List.of()),
				new CellResult("with the AOT cache", Map.of(), with, List.of())), "startup-1");
		Sizing sizing = new Sizing(DEMAND, "jpa", 2, costs);
		assertThat(sizing.restartSeconds()).isCloseTo(7 + 10_000 * 3 * 0.1, within(1e-9));
		assertThat(line(sizing, "processor time of a restart").basis()).contains("the next 10,000 logins",
				"startup-1, with the AOT cache");
		assertThat(line(sizing, "time of a restart").value()).isEqualTo(3);
	}

	@Test
	void whenStartsWereMeasuredWithoutTheCacheAloneThenTheyCount() {
		Costs costs = COSTS.from(run("startup", new CellResult("without the AOT cache", Map.of(),
				Map.of("seconds to the first login, median", 9.0), List.of())), "startup-1");
		assertThat(costs.get(Quantity.START_SECONDS, "jpa").value()).isEqualTo(9);
	}

	@Test
	void whenSessionsAreInMemoryAndOneNodeIsTooSmallThenSoItIsSaid() {
		assertThat(line(new Sizing(DEMAND, "memory", 2, COSTS), "nodes").basis()).contains("ONE NODE IS NOT ENOUGH",
				"--store");
		assertThat(line(new Sizing(DEMAND, "memory", 4, COSTS), "nodes").basis()).contains("the second stands by");
		assertThat(line(new Sizing(DEMAND, "jpa", 2, COSTS), "nodes").basis()).doesNotContain("memory");
	}

	@Test
	void whenARunIsNamedThenItsFiguresCountAndAreItsOwn() {
		Costs costs = COSTS.from(run("baseline",
				new CellResult("one node, jpa", Map.of(), Map.of(),
						List.of(step("login, 10", 1.5), step("login, 10", 1.7), step("session, 10", 0.5))),
				new CellResult("keycloak", Map.of(), Map.of(), List.of(step("login, 10", 9)))), "baseline-1");
		assertThat(costs.get(Quantity.LOGIN, "jpa").value()).isCloseTo(1.6, within(1e-9));
		assertThat(costs.get(Quantity.LOGIN, "jpa").source())
			.isEqualTo("baseline-1, one node, jpa, login: median of 2");
		assertThat(costs.get(Quantity.SIGN_ON, "jpa").value()).isCloseTo(0.5, within(1e-9));
		assertThat(costs.get(Quantity.WAL_LOGIN, "jpa").value()).isCloseTo(40, within(1e-9));
		assertThat(costs.get(Quantity.LOGIN, "memory").value()).isEqualTo(100);
	}

	@ParameterizedTest
	@ValueSource(strings = { "memory", "jpa", "hazelcast" })
	void whenNothingElseIsNamedThenEveryFigureRestsOnWhatIsShipped(String store) {
		List<Line> lines = new Sizing(DEMAND, store, 2, Costs.shipped()).lines();
		assertThat(lines).first().extracting(Line::name).isEqualTo("nodes");
		assertThat(lines).allSatisfy(line -> assertThat(line.basis()).isNotBlank());
		assertThat(lines).extracting(Line::name).doesNotHaveDuplicates();
	}

	private static RunResult run(String scenario, CellResult... cells) {
		return new RunResult(RunResult.FORMAT, scenario, Instant.EPOCH, Instant.EPOCH, true, Map.of(),
				new Conditions("", 2, 1, "", "", List.of(), Map.of(), List.of()), List.of(), List.of(cells), 0,
				Map.of(), List.of());
	}

	private static Line line(Sizing sizing, String name) {
		return sizing.lines().stream().filter(line -> line.name().equals(name)).findFirst().orElseThrow();
	}

	private static Cost cost(Quantity quantity, double value) {
		return new Cost(quantity, "", value, "a test");
	}

	private static StepResult step(String label, double cpuMillis) {
		return new StepResult(label, 1, SyntheticLoads.load(10, 1_000, 0, Map.of(), Map.of(), 1, 0, List.of()),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, cpuMillis, 0, 0, 0, 0, 0)),
				Map.of("bytes of write-ahead log", 40_000.0), "");
	}

}

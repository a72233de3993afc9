package org.campanile.perf.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.campanile.perf.benchmark.Floor;
import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.campanile.perf.result.Aim;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.LoadResult.Second;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.SyntheticLoads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class JudgementTests {

	@Test
	void whenALoginIsMeasuredThenItIsJudgedByItsFloor() {
		CellResult cell = cell("one node, memory", steps("login, 10", 0.9, 0.92, 0.95, 0.91, 0.93),
				five("session, 10", 0.7));
		List<Judged> judged = judged("baseline", List.of(cell), Map.of(Floor.SIGNATURE, Collections.nCopies(8, 300.0),
				Floor.DIRECTORY, Collections.nCopies(8, 200.0), Floor.ENCRYPTED, Collections.nCopies(8, 400.0)));
		assertThat(judged).extracting(Judged::aim).containsExactly(Aim.LOGIN_FLOOR, Aim.SIGN_ON_FLOOR);
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MET, Verdict.MISSED);
		assertThat(judged.getFirst().measured().value()).isCloseTo(1.84, within(0.001));
		assertThat(judged.getLast().measured().value()).isCloseTo(1.75, within(0.001));
	}

	@Test
	void whenPeersAreMeasuredThenEachIsJudgedByWhatItsAimIsOf() {
		List<Judged> judged = judged("baseline", cell("one node, memory", five("login, 10", 1), five("session, 10", 1)),
				cell("keycloak", five("login, 10", 8), five("session, 10", 1)),
				cell("simplesamlphp", five("login, 10", 1), five("session, 10", 4)));
		assertThat(judged).extracting(Judged::aim).containsExactly(Aim.KEYCLOAK_LOGIN, Aim.SIMPLESAMLPHP_SIGN_ON);
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MET, Verdict.MISSED);
	}

	@Test
	void whenStoresAreMeasuredThenLoginAndSignOnHaveAimsOfTheirOwn() {
		List<Judged> judged = judged("baseline", cell("one node, memory", five("login, 10", 1), five("session, 10", 1)),
				cell("one node, jpa", five("login, 10", 1.12), five("session, 10", 1.12)));
		assertThat(judged).extracting(Judged::aim).containsExactly(Aim.POSTGRESQL_LOGIN, Aim.POSTGRESQL_SIGN_ON);
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MISSED, Verdict.MET);
	}

	@Test
	void whenTheGateIsMeasuredThenAPageIsRelatedToASignOn() {
		List<Judged> judged = judged("baseline", cell("one node, memory", five("login, 10", 1), five("session, 10", 1)),
				cell("one node, memory, gate", five("login, 10", 1), five("session, 10", 0.1)),
				cell("one node, memory, gate, strict", five("session, 10", 1)));
		assertThat(judged).singleElement().satisfies(gate -> {
			assertThat(gate.aim()).isEqualTo(Aim.GATE_PAGE);
			assertThat(gate.verdict()).isEqualTo(Verdict.MET);
		});
	}

	@Test
	void whenThereAreThreeNodesThenRateAndCostAreJudgedByOneOfTheSameStore() {
		List<Judged> judged = judged("compare", cell("one node, memory, beside hazelcast", five("closed", 1)),
				cell("one node, hazelcast", five("closed", 1.04)), cell("three nodes, hazelcast", five("closed", 1.2)));
		assertThat(judged).extracting(Judged::aim)
			.containsExactly(Aim.HAZELCAST_LOGIN, Aim.THREE_NODES, Aim.THREE_NODES_CPU);
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MET, Verdict.MISSED, Verdict.MISSED);
	}

	@Test
	void whenSessionsAreStoredThenACellIsRelatedToTheFirstOfItsStore() {
		List<Judged> judged = judged("sessions", cell("memory, 0 sessions", five("login", 1)),
				cell("memory, 1,000,000 sessions", five("login", 1.1)), cell("jpa, 0 sessions", five("login", 2)),
				cell("jpa, 100,000 sessions", five("login", 2)), cell("memory, 10,000 people", five("login", 1)),
				cell("memory, 1,000,000 people", five("login", 1)));
		assertThat(judged).extracting(Judged::cell)
			.containsExactly("memory, 1,000,000 sessions", "jpa, 100,000 sessions", "memory, 1,000,000 people");
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MISSED, Verdict.MET, Verdict.MET);
	}

	@Test
	void whenAFactorIsMeasuredThenWhatItTakesMoreIsJudged() {
		List<Judged> judged = judged("factors", cell("password", five("login", 1)),
				cell("password and TOTP", five("login", 1.4)), cell("passkey alone", five("login", 1.9)));
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MET, Verdict.MISSED);
		assertThat(judged.getFirst().measured().value()).isCloseTo(0.4, within(1e-9));
	}

	@Test
	void whenTheUserCacheIsPopulatedThenMediansOfTheSameProofAreRelated() {
		List<Judged> judged = judged("privacyidea", cell("user cache off", five("PIN, off", 1), five("login", 1)),
				cell("user cache on", five("PIN, empty", 1), five("PIN, populated", 1)));
		assertThat(judged).singleElement().satisfies(one -> {
			assertThat(one.aim()).isEqualTo(Aim.USER_CACHE);
			assertThat(one.measured().value()).isEqualTo(1);
			assertThat(one.verdict()).isEqualTo(Verdict.MISSED);
		});
	}

	@Test
	void whenMoreComesThanCanBeDoneThenGoodputIsRelatedToTheBestOfTheRun() {
		CellResult found = cell("one node, memory", List.of(overloaded("32", 100, 50)));
		CellResult patient = new CellResult("one node, memory, patient", Map.of(),
				Map.of("10×, seconds to recover", 4.0, "1×, seconds to recover", 9.0,
						"10×, seconds to recover under half of saturation", 9.0),
				List.of(overloaded("1×", 90, 50), overloaded("10×", 88, 2_500)));
		List<Judged> judged = judged("overload", found, patient);
		assertThat(judged).extracting(Judged::aim)
			.containsExactly(Aim.OVERLOAD_TEN_TIMES, Aim.OVERLOAD_LATENCY, Aim.RECOVERY);
		assertThat(judged).extracting(Judged::verdict)
			.containsExactly(Verdict.NOT_RESOLVED, Verdict.MISSED, Verdict.MET);
		assertThat(judged.getFirst().measured().value()).isCloseTo(0.88, within(1e-9));
		assertThat(judged.getFirst().measured().count()).isEqualTo(1);
		assertThat(judged.getFirst().doubt()).isEqualTo("1 of at least 5 rounds");
	}

	@Test
	void whenAnOverloadWasRepeatedThenEachPassIsOneFigureOfItsGoodput() {
		CellResult found = cell("one node, memory", List.of(overloaded("32", 100, 50)));
		CellResult patient = cell("one node, memory, patient",
				IntStream.of(88, 90, 91, 89, 90).mapToObj(perSecond -> overloaded("10×", perSecond, 500)).toList());
		assertThat(judged("overload", found, patient)).first().satisfies(judged -> {
			assertThat(judged.aim()).isEqualTo(Aim.OVERLOAD_TEN_TIMES);
			assertThat(judged.measured().count()).isEqualTo(5);
			assertThat(judged.measured().value()).isCloseTo(0.9, within(1e-9));
			assertThat(judged.verdict()).isEqualTo(Verdict.MET);
		});
	}

	@Test
	void whenNobodyWasLetInThenNoLatencyIsJudged() {
		StepResult nobody = new StepResult("10×", 1,
				SyntheticLoads.load(60, 0, 0, Map.of("login", latency(50)), Map.of(), 1, 0, List.of()), List.of(),
				Map.of(), "");
		assertThat(judged("overload", cell("one node, memory, patient", List.of(nobody)))).extracting(Judged::aim)
			.doesNotContain(Aim.OVERLOAD_LATENCY);
	}

	@Test
	void whenAServerUnderOverloadStillCompiledThenNeitherLatencyNorGoodputNorRecoveryIsResolved() {
		StepResult cold = overloaded("10×", 88, 500);
		List<ProcessResult> compiling = List
			.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 10, 0, 0, 0, 0, 0, 3));
		CellResult patient = new CellResult("one node, memory, patient", Map.of(),
				Map.of("10×, seconds to recover", 4.0),
				List.of(new StepResult("10×", 1, cold.load().arriving(60, 880), compiling, Map.of(), "")));
		assertThat(judged("overload", patient)).hasSize(3).allSatisfy(judged -> {
			assertThat(judged.verdict()).isEqualTo(Verdict.NOT_RESOLVED);
			assertThat(judged.doubt()).contains("up to 30 % of a step went into compiling",
					"offered 1.0/s of the 880.0/s asked for");
		});
	}

	@Test
	void whenAnotherSystemWasNotWarmThenTheAimIsNotMetByThat() {
		List<StepResult> warm = five("login, 10", 1);
		List<StepResult> cold = five("login, 10", 8, 0.05);
		assertThat(judged("baseline", cell("one node, memory", warm), cell("keycloak", cold))).singleElement()
			.satisfies(judged -> {
				assertThat(judged.verdict()).isEqualTo(Verdict.NOT_RESOLVED);
				assertThat(judged.doubt()).isEqualTo("up to 5 % of a step went into compiling");
			});
		// Without the peer's compilation the aim would be missed by even more.
		List<StepResult> cheap = five("login, 10", 2, 0.05);
		assertThat(judged("baseline", cell("one node, memory", warm), cell("keycloak", cheap))).singleElement()
			.extracting(Judged::verdict)
			.isEqualTo(Verdict.MISSED);
	}

	@Test
	void whenOurServerWasNotWarmThenTheAimIsNotMissedByThat() {
		List<StepResult> cold = five("login, 10", 1, 0.05);
		CellResult ours = cell("one node, memory", cold);
		assertThat(judged("baseline", ours, cell("keycloak", five("login, 10", 2)))).singleElement()
			.extracting(Judged::verdict)
			.isEqualTo(Verdict.NOT_RESOLVED);
		assertThat(judged("baseline", ours, cell("keycloak", five("login, 10", 8)))).singleElement()
			.extracting(Judged::verdict)
			.isEqualTo(Verdict.MET);
	}

	@Test
	void whenARunWasMadeByOtherOptionsThanTheAimsAreOfThenNoneIsResolvedAndTheyAreNamed() {
		List<CellResult> cells = List.of(cell("one node, memory", five("login, 10", 1)),
				cell("keycloak", five("login, 10", 8)));
		assertThat(Judgement.of("baseline", cells, Map.of(),
				Map.of("--peer", "keycloak", "--until", "5%", "--warm-up", "40000", "--store", "memory,jpa")))
			.singleElement()
			.extracting(Judged::verdict)
			.isEqualTo(Verdict.MET);
		assertThat(Judgement.of("baseline", cells, Map.of(), Map.of("--peer", "keycloak", "--time-scale", "0.01")))
			.singleElement()
			.satisfies(judged -> {
				assertThat(judged.verdict()).isEqualTo(Verdict.NOT_RESOLVED);
				assertThat(judged.doubt()).isEqualTo("measured with --time-scale 0.01");
			});
	}

	@Test
	void whenLoginsAfterStartsAreMeasuredThenTheirTaxIsInTimesOfAWarmOne() {
		assertThat(judged("startup", List.of(cell("with the AOT cache")),
				Map.of(Startup.taxed("with the AOT cache"), List.of(2.2, 2.3, 2.25, 2.4, 2.35))))
			.singleElement()
			.satisfies(judged -> {
				assertThat(judged.aim()).isEqualTo(Aim.START_TAX);
				assertThat(judged.measured().value()).isCloseTo(2.3, within(1e-9));
				assertThat(judged.verdict()).isEqualTo(Verdict.MISSED);
			});
	}

	@Test
	void whenAServerDidNotRecoverThenTheAimIsMissedIfItWasWatchedForLongEnough() {
		CellResult patient = cell("one node, memory, patient",
				List.of(overloaded("10×", 88, 500), overloaded("after 10×", 50, 50)));
		assertThat(judged("overload", patient)).filteredOn(judged -> judged.aim() == Aim.RECOVERY)
			.singleElement()
			.satisfies(judged -> {
				assertThat(judged.verdict()).isEqualTo(Verdict.MISSED);
				assertThat(judged.sentence())
					.startsWith("recovery after overload: more than 60.00 s, at most 5 s: missed");
			});
	}

	@Test
	void whenStartsAreTimedThenThoseWithAndWithoutTheCacheHaveAimsOfTheirOwn() {
		List<Judged> judged = judged("startup", List.of(cell("without the AOT cache"), cell("with the AOT cache")),
				Map.of(Startup.samples("without the AOT cache"), List.of(8.0, 8.1, 8.2, 8.3, 8.4),
						Startup.samples("with the AOT cache"), List.of(2.5, 2.6, 2.7, 2.8)));
		assertThat(judged).extracting(Judged::aim).containsExactly(Aim.START_WITHOUT_CACHE, Aim.START);
		assertThat(judged).extracting(Judged::verdict).containsExactly(Verdict.MISSED, Verdict.NOT_RESOLVED);
		assertThat(judged.getLast().doubt()).isEqualTo("4 of at least 5 rounds");
	}

	@Test
	void whenTheServerHadAsManyLoginsAsTheAimSaysThenItsMemoryIsJudged() {
		CellResult cell = new CellResult("one node", Map.of(),
				Map.of("MiB after 20000 logins", 349.0, "MiB after the start", 200.0), List.of());
		assertThat(judged("memory", cell)).singleElement().extracting(Judged::verdict).isEqualTo(Verdict.MET);
	}

	@Test
	void whenAServerStillCompiledThenItsCostResolvesNothing() {
		List<StepResult> cold = five("closed", 1, 0.37);
		List<Judged> judged = judged("compare", cell("one node, jpa", five("closed", 1)),
				cell("three nodes, jpa", cold));
		assertThat(judged).extracting(Judged::verdict).containsOnly(Verdict.NOT_RESOLVED);
		assertThat(judged.getFirst().doubt()).isEqualTo("up to 37 % of a step went into compiling");
	}

	private static List<Judged> judged(String scenario, CellResult... cells) {
		return judged(scenario, List.of(cells), Map.of());
	}

	private static List<Judged> judged(String scenario, List<CellResult> cells, Map<String, List<Double>> samples) {
		return Judgement.of(scenario, cells, samples, Map.of());
	}

	@SafeVarargs
	private static CellResult cell(String name, List<StepResult>... steps) {
		List<StepResult> all = new ArrayList<>();
		for (List<StepResult> some : steps) {
			all.addAll(some);
		}
		return new CellResult(name, Map.of(), Map.of(), all);
	}

	/**
	 * Returns five rounds in which a login takes the same processor time, in
	 * milliseconds.
	 */
	private static List<StepResult> five(String label, double cpuMillis) {
		return five(label, cpuMillis, 0);
	}

	/**
	 * Returns five rounds in which the server compiles.
	 * @param compiling share of the compilers in the processor time
	 */
	private static List<StepResult> five(String label, double cpuMillis, double compiling) {
		return IntStream.rangeClosed(1, 5).mapToObj(round -> step(label, round, cpuMillis, compiling)).toList();
	}

	/** Returns a round for each processor time of a login, in milliseconds. */
	private static List<StepResult> steps(String label, double... cpuMillis) {
		List<StepResult> steps = new ArrayList<>();
		DoubleStream.of(cpuMillis).forEach(millis -> steps.add(step(label, steps.size() + 1, millis, 0)));
		return steps;
	}

	private static StepResult step(String label, int round, double cpuMillis, double compiling) {
		return new StepResult(label, round,
				SyntheticLoads.load(10, 1_000, 0, Map.of("login", latency(20)), Map.of(), 1, 0, List.of()),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, cpuMillis, 0, 0, 0, 0, 0,
						cpuMillis * compiling)),
				Map.of(), "");
	}

	private static StepResult overloaded(String label, int perSecond, double p99) {
		return new StepResult(label, 1, SyntheticLoads.load(60, perSecond * 60, 0, Map.of("whole login", latency(p99)),
				Map.of(), 1, 0, Collections.nCopies(65, new Second(perSecond, 0, 20))), List.of(), Map.of(), "");
	}

	private static LatencyResult latency(double millis) {
		return new LatencyResult(1_000, millis, 0, millis, millis, millis, millis, millis, millis);
	}

}

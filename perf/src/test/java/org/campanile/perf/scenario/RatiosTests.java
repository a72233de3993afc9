package org.campanile.perf.scenario;

import java.util.List;
import java.util.Map;

import org.campanile.perf.result.LoadResult;
import org.campanile.perf.result.LoadResult.LatencyResult;
import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.campanile.perf.result.SyntheticLoads;
import org.campanile.perf.scenario.SideBySide.Ratios;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RatiosTests {

	@Test
	void whenRoundsDifferThenRatiosAreWithinARound() {
		Map<String, Double> facts = Ratios.facts(List.of(step(2), step(4), step(9)), List.of(step(1), step(2), step(3)),
				"closed", "memory");
		assertThat(facts.get("closed, CPU a login / memory")).isCloseTo(2, within(0.001));
		assertThat(facts.get("closed, CPU a login / memory, lowest")).isCloseTo(2, within(0.001));
		assertThat(facts.get("closed, CPU a login / memory, highest")).isCloseTo(3, within(0.001));
	}

	@Test
	void whenTheBaselineWasNotMeasuredThenNoRatio() {
		assertThat(Ratios.facts(List.of(step(2)), List.of(), "closed", "memory")).isEmpty();
	}

	@Test
	void whenARoundHasNoSoundLoginThenItRelatesNothing() {
		Map<String, Double> facts = Ratios.facts(List.of(stepsWithoutLogin(), step(4), step(9)),
				List.of(step(1), step(2), stepsWithoutLogin()), "closed", "memory");
		assertThat(facts.get("closed, CPU a login / memory")).isCloseTo(2, within(0.001));
		assertThat(facts.get("closed, CPU a login / memory, highest")).isCloseTo(2, within(0.001));
	}

	@Test
	void whenOneOfManyHadToLogInThenLatencyIsOfSignOns() {
		StepResult step = new StepResult("session", 1,
				SyntheticLoads.load(10, 1, 99,
						Map.of("login", new LatencyResult(1, 500, 0, 500, 500, 500, 500, 500, 500), "sso",
								new LatencyResult(99, 5, 0, 5, 5, 5, 5, 5, 5)),
						Map.of(), 1, 0, List.of()),
				List.of(), Map.of(), "");
		assertThat(Ratios.latency(step, LatencyResult::p50)).isEqualTo(5);
		assertThat(Ratios.latency(stepsWithoutLogin(), LatencyResult::p50)).isNaN();
	}

	@Test
	void whenACodeFollowsThePasswordThenTheLoginIsTheWaitForBoth() {
		LatencyResult code = new LatencyResult(9, 4, 0, 4, 4, 4, 4, 4, 4);
		LatencyResult whole = new LatencyResult(9, 64, 0, 64, 64, 64, 64, 64, 64);
		StepResult step = new StepResult("code", 1, SyntheticLoads.load(10, 9, 0,
				Map.of("login", code, LoadResult.WHOLE_LOGIN, whole), Map.of(), 1, 0, List.of()), List.of(), Map.of(),
				"");
		assertThat(Ratios.wholeLatency(step, LatencyResult::p50)).isEqualTo(64);
		StepResult validation = new StepResult("validation", 1,
				SyntheticLoads.load(10, 9, 0, Map.of("login", code), Map.of(), 1, 0, List.of()), List.of(), Map.of(),
				"");
		assertThat(Ratios.wholeLatency(validation, LatencyResult::p50)).isEqualTo(4);
	}

	@Test
	void whenSomeAreNoFiguresThenTheMedianIsOfTheOthers() {
		assertThat(Ratios.median(new double[] { 3, Double.NaN, 1, 2 })).isEqualTo(2);
		assertThat(Ratios.median(new double[] { Double.NaN })).isNaN();
	}

	private static StepResult stepsWithoutLogin() {
		return new StepResult("closed", 1,
				SyntheticLoads.load(10, 0, 0, Map.of(), Map.of("status-503", 7L), 1, 0, List.of()),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 5, 0, 0, 0, 0, 0)), Map.of(), "");
	}

	private static StepResult step(double seconds) {
		return new StepResult("closed", 1, FakeTestBed.result(100),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, seconds, 0, 0, 0, 0, 0)), Map.of(),
				"");
	}

}

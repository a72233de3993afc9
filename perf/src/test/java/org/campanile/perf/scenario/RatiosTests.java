package org.campanile.perf.scenario;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.campanile.perf.result.ProcessResult;
import org.campanile.perf.result.ProcessRole;
import org.campanile.perf.result.StepResult;

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

	private static StepResult step(double seconds) {
		return new StepResult("closed", 1, FakeWorkshop.result(100),
				List.of(new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, seconds, 0, 0, 0, 0, 0)), Map.of(),
				"");
	}

}

package org.campanile.perf.result;

import java.util.Arrays;
import java.util.Map;

import org.campanile.perf.result.Aim.Judged;
import org.campanile.perf.result.Aim.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AimTests {

	@Test
	void whenTheWholeIntervalIsWithinTheBoundThenMet() {
		assertThat(Aim.TOTP.verdict(new Interval(0.4, 0.35, 0.45, 5))).isEqualTo(Verdict.MET);
		assertThat(Aim.THREE_NODES.verdict(new Interval(2.9, 2.8, 3.0, 5))).isEqualTo(Verdict.MET);
	}

	@Test
	void whenTheBoundIsWithinTheIntervalThenNotResolved() {
		assertThat(Aim.TOTP.verdict(new Interval(0.4, 0.35, 0.46, 5))).isEqualTo(Verdict.NOT_RESOLVED);
		assertThat(Aim.THREE_NODES.verdict(new Interval(2.9, 2.71, 3.0, 5))).isEqualTo(Verdict.NOT_RESOLVED);
	}

	@Test
	void whenTheWholeIntervalIsBeyondTheBoundThenMissed() {
		assertThat(Aim.TOTP.verdict(new Interval(0.6, 0.46, 0.7, 5))).isEqualTo(Verdict.MISSED);
		assertThat(Aim.THREE_NODES.verdict(new Interval(2.71, 2.6, 2.79, 5))).isEqualTo(Verdict.MISSED);
	}

	@Test
	void whenThereWereFewerThanFiveRoundsThenARatioIsNotResolved() {
		assertThat(Aim.SESSIONS.verdict(new Interval(0.9, 0.9, 0.9, 4))).isEqualTo(Verdict.NOT_RESOLVED);
	}

	@Test
	void whenAFigureIsOfThousandsOfLoginsThenOneIsEnough() {
		assertThat(Aim.OVERLOAD_LATENCY.verdict(new Interval(1.9, 1.9, 1.9, 1))).isEqualTo(Verdict.MET);
		assertThat(Aim.RESIDENT.verdict(new Interval(351, 351, 351, 1))).isEqualTo(Verdict.MISSED);
	}

	@Test
	void whenRoundsInTurnsAreShorterThenTheAimsStay() {
		assertThat(Aim.changes("baseline", Map.of("--time-scale", "0.3", "--users", "10"))).isEmpty();
		assertThat(Aim.changes("baseline", Map.of("--time-scale", "0.1")))
			.containsExactly("measured with --time-scale 0.1");
		assertThat(Aim.changes("overload", Map.of("--time-scale", "0.3")))
			.containsExactly("measured with --time-scale 0.3");
	}

	@Test
	void whenUsersAreNotThoseOfTheScenarioThenTheAimsChange() {
		assertThat(Aim.changes("baseline", Map.of("--users", "10,50"))).isEmpty();
		assertThat(Aim.changes("baseline", Map.of("--users", "1"))).containsExactly("measured with --users 1");
		assertThat(Aim.changes("compare", Map.of("--users", "10"))).containsExactly("measured with --users 10");
	}

	@Test
	void whenItIsToldThenWithBoundIntervalAndPlace() {
		Judged judged = new Judged(Aim.RECOVERY, "one node, memory, patient", "10×", new Interval(7, 7, 7, 1),
				Verdict.MISSED, "");
		assertThat(judged.sentence()).isEqualTo(
				"recovery after overload: 7.00 [7.00–7.00] s, at most 5 s: missed (one node, memory, patient, 10×)");
	}

	@Test
	void whenAllAreListedThenNoTwoReadTheSame() {
		assertThat(Arrays.stream(Aim.values()).map(Aim::description)).doesNotHaveDuplicates();
	}

}

package org.campanile.perf.result;

import java.util.List;
import java.util.Map;

import org.campanile.perf.result.ProcessResult.ProcessRole;
import org.campanile.perf.result.RunResult.CellResult;
import org.campanile.perf.result.RunResult.StepResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SoundnessTests {

	@ParameterizedTest
	@ValueSource(strings = { "signature", "signature-missing", "no-user", "wrong-password-accepted", "no-second-factor",
			"relay-state", "wrong-audience", "undecryptable", "check-NullPointerException" })
	void whenAServiceCouldNotHaveTakenAnAnswerThenTheRunIsNotWhole(String failureClass) {
		Soundness soundness = Soundness.of(List.of(cell(Map.of(), step(10, Map.of(failureClass, 2L)))));

		assertThat(soundness.unsound()).containsExactly(Map.entry(failureClass, 2L));
		assertThat(soundness.isWhole()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "status-503", "saml-AuthnFailed", "timeout", "connection", "no-form", "no-response",
			"session-lost" })
	void whenAServerCouldNotAnswerThenWhatItDidAnswerCounts(String failureClass) {
		assertThat(Soundness.of(List.of(cell(Map.of(), step(10, Map.of(failureClass, 2L))))).isWhole()).isTrue();
	}

	@Test
	void whenAnAnswerOfAWarmUpWasUnsoundThenItCountsAsWell() {
		Soundness soundness = Soundness.of(List.of(cell(
				Map.of("warm-up, failed: signature", 1.0, "warm-up, failed: status-503", 4.0, "bytes a session", 612.0),
				step(10, Map.of("signature", 2L, "no-user", 1L)))));

		assertThat(soundness.classes()).isEqualTo("no-user 1, signature 3");
	}

	@Test
	void whenAStepHasNoSoundLoginThenItIsNamedOnce() {
		StepResult stepsWithoutLogin = step(0, Map.of("status-503", 9L));

		Soundness soundness = Soundness.of(List.of(cell(Map.of(), stepsWithoutLogin, stepsWithoutLogin)));

		assertThat(soundness.stepsWithoutLogin()).containsExactly("one node, step 25");
		assertThat(soundness.isWhole()).isFalse();
	}

	@Test
	void whenAStepHasNoSoundLoginThenNothingIsSaidOfWhatOneCosts() {
		ProcessResult node = new ProcessResult("node1", ProcessRole.IDENTITY_PROVIDER, 3, 0, 0, 0, 0, 0);

		assertThat(new StepResult("25", 1, step(0, Map.of()).load(), List.of(node), Map.of(), "")
			.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER)).isNaN();
		assertThat(new StepResult("25", 1, step(2, Map.of()).load(), List.of(node), Map.of(), "")
			.cpuMillisEach(ProcessRole.IDENTITY_PROVIDER)).isEqualTo(1_500);
	}

	private static CellResult cell(Map<String, Double> facts, StepResult... steps) {
		return new CellResult("one node", Map.of(), facts, List.of(steps));
	}

	private static StepResult step(long logins, Map<String, Long> failures) {
		return new StepResult("25", 1, SyntheticLoads.load(10, logins, 0, Map.of(), failures, 1, 0, List.of()),
				List.of(), Map.of(), "");
	}

}

package org.campanile.perf.scenario;

import org.campanile.perf.result.Spread;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AimTests {

	private static final Aim AIM = new Aim("CPU more", 0.45);

	@Test
	void whenEveryRoundIsWithinItThenMet() {
		assertThat(AIM.verdict("TOTP", new Spread(0.4, 0.35, 0.45, 5)))
			.isEqualTo("TOTP: CPU more: 0.40 (0.35–0.45); aim: at most 0.45: met");
	}

	@Test
	void whenOneRoundIsBeyondItThenNotMetInEveryRound() {
		assertThat(AIM.verdict("TOTP", new Spread(0.4, 0.35, 0.46, 5))).endsWith("not met in every round");
	}

	@Test
	void whenEveryRoundIsBeyondItThenMissed() {
		assertThat(AIM.verdict("TOTP", new Spread(0.6, 0.5, 0.7, 5))).endsWith("missed");
	}

}

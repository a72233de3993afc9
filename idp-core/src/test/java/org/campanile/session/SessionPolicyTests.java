package org.campanile.session;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SessionPolicyTests {

	@ParameterizedTest
	@CsvSource({ "PT30S,PT15S", "PT1M,PT30S", "PT2M,PT1M", "PT5M,PT1M", "PT20M,PT1M", "PT30M,PT90S", "PT8H,PT24M" })
	void whenIdleTimeoutIsThenTouchIntervalIs(Duration idleTimeout, Duration interval) {
		SessionPolicy policy = new SessionPolicy(idleTimeout, Duration.ofHours(10), Duration.ofHours(1), false, false);
		assertThat(policy.touchInterval()).isEqualTo(interval);
	}

}

package org.campanile.testkit.serviceprovider;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignOnTrackerTests {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T10:00:00Z"));

	private final SignOnTracker tracker = new SignOnTracker(Duration.ofMinutes(10), now::get);

	@Test
	void whenSentThenExpectedOnce() {
		tracker.sent("_1");
		assertThat(tracker.isExpected("_2")).isFalse();
		assertThat(tracker.isExpected("_1")).isTrue();
		assertThat(tracker.isExpected("_1")).isFalse();
	}

	@Test
	void whenUnsolicitedThenExpected() {
		assertThat(tracker.isExpected(null)).isTrue();
	}

	@Test
	void whenPatienceIsOverThenNotExpected() {
		tracker.sent("_1");
		now.set(now.get().plus(Duration.ofMinutes(10)));
		assertThat(tracker.isExpected("_1")).isFalse();
	}

	@Test
	void whenUsedThenNotUsedAgain() {
		assertThat(tracker.firstUse("_a")).isTrue();
		assertThat(tracker.firstUse("_a")).isFalse();
		assertThat(tracker.firstUse("_b")).isTrue();
	}

}

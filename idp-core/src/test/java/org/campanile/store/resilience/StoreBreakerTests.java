package org.campanile.store.resilience;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoreBreakerTests {

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-20T12:00:00Z"));

	private final StoreBreaker breaker = new StoreBreaker("trials", now::get);

	@Test
	void whenAFailureMakesHalfOfTheOperationsFailuresThenItOpens() {
		succeed(3);
		fail(2);
		assertThat(breaker.isOpen()).as("two of five").isFalse();
		fail(1);
		assertThat(breaker.isOpen()).as("three of six").isTrue();
	}

	@Test
	void whenOlderSuccessesLeaveTheWindowThenASuccessDoesNotOpenItButAFailureDoes() {
		succeed(6);
		pass(8);
		fail(5);
		assertThat(breaker.isOpen()).as("five of eleven").isFalse();
		pass(3);
		succeed(1);
		assertThat(breaker.isOpen()).as("five of six").isFalse();
		fail(1);
		assertThat(breaker.isOpen()).isTrue();
	}

	@Test
	void whenTheClockIsSetBackThenOlderFailuresStillLeaveTheWindow() {
		pass(-3600);
		for (int i = 0; i < 5; i++) {
			fail(1);
			pass(60);
		}
		assertThat(breaker.isOpen()).as("one a minute").isFalse();
	}

	/** With the fifth operation there are enough to judge. */
	@Test
	void whenTheFifthOperationSucceedsAfterFourFailuresThenItDoesNotOpen() {
		fail(4);
		succeed(1);
		assertThat(breaker.isOpen()).isFalse();
	}

	private void succeed(int times) {
		for (int i = 0; i < times; i++) {
			breaker.succeeded(1);
		}
	}

	private void fail(int times) {
		for (int i = 0; i < times; i++) {
			breaker.failed(1, null);
		}
	}

	private void pass(int seconds) {
		now.updateAndGet(instant -> instant.plus(Duration.ofSeconds(seconds)));
	}

}

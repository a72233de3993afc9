package org.campanile.directory.password;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class UniformResponseTimeTests {

	private final AtomicLong now = new AtomicLong(-50);

	private final UniformResponseTime timing = uniform(Duration.ofMillis(100));

	private UniformResponseTime uniform(Duration unit) {
		return new UniformResponseTime(unit, now::get, nanos -> now.addAndGet(Math.max(1, nanos / 2)));
	}

	@ParameterizedTest
	@CsvSource({ "0,100", "1,100", "99,100", "100,200", "150,200", "799,800" })
	void whenHeldThenTheAnswerComesAtAMultipleOfTheStep(long elapsed, long answeredAt) {
		quietFor(Duration.ofMinutes(5));
		assertThat(answeredAfter(elapsed)).isEqualTo(answeredAt);
	}

	@Test
	void whenStepIsZeroThenNothingIsHeld() {
		UniformResponseTime none = uniform(Duration.ZERO);
		none.observeSince(none.start());
		none.holdSince(none.start());
		assertThat(now).hasValue(-50);
	}

	@Test
	void whenBindsTakeLongerThanTheStepThenKnownAndUnknownNamesAreAnsweredAtTheSameTime() {
		for (int i = 0; i < 32; i++) {
			observe(280 + i);
		}
		quietFor(Duration.ZERO);
		assertThat(answeredAfter(5)).isEqualTo(500);
		assertThat(answeredAfter(300)).isEqualTo(500);
		for (int i = 0; i < 32; i++) {
			observe(700);
		}
		assertThat(answeredAfter(5)).isEqualTo(900);
		assertThat(answeredAfter(720)).isEqualTo(900);
	}

	@Test
	void whenNothingIsKnownYetThenTheStepIsFarAboveTheLeast() {
		assertThat(timing.step()).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void whenBindsAreQuickThenTheStepFallsByOneAMinuteToTheLeast() {
		for (int minute = 1; minute <= 6; minute++) {
			now.addAndGet(Duration.ofMinutes(1).toNanos());
			for (int i = 0; i < 64; i++) {
				observe(2);
			}
			assertThat(timing.step()).isEqualTo(Duration.ofMillis(Math.max(100, 500 - 100 * minute)));
		}
	}

	@Test
	void whenTwoOfManyBindsAreSlowThenTheStepStays() {
		quietFor(Duration.ofMinutes(5));
		observe(1900);
		observe(1900);
		for (int i = 0; i < 64; i++) {
			observe(2);
		}
		assertThat(timing.step()).isEqualTo(Duration.ofMillis(100));
	}

	@Test
	void whenTheDirectoryHangsThenTheStepIsBounded() {
		for (int i = 0; i < 300; i++) {
			observe(60_000);
		}
		assertThat(timing.step()).isEqualTo(Duration.ofSeconds(2));
	}

	/** Observes enough fast binds over that time to lower the step. */
	private void quietFor(Duration time) {
		for (long minute = 0; minute < time.toMinutes(); minute++) {
			now.addAndGet(Duration.ofMinutes(1).toNanos());
			for (int i = 0; i < 256; i++) {
				observe(2);
			}
		}
	}

	private void observe(long millis) {
		long start = timing.start();
		now.addAndGet(Duration.ofMillis(millis).toNanos());
		timing.observeSince(start);
	}

	private long answeredAfter(long millis) {
		long start = timing.start();
		now.addAndGet(Duration.ofMillis(millis).toNanos());
		timing.holdSince(start);
		return Duration.ofNanos(now.get() - start).toMillis();
	}

}

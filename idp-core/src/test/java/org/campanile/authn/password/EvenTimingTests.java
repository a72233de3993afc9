package org.campanile.authn.password;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class EvenTimingTests {

	private final AtomicLong now = new AtomicLong(-50);

	@ParameterizedTest
	@CsvSource({ "0,100", "1,100", "99,100", "100,200", "150,200", "799,800" })
	void whenHeldThenTheAnswerComesAtAMultipleOfTheStep(long elapsed, long answeredAt) {
		EvenTiming timing = new EvenTiming(Duration.ofNanos(100), now::get,
				nanos -> now.addAndGet(Math.max(1, nanos / 2)));
		long start = timing.start();
		now.addAndGet(elapsed);
		timing.holdSince(start);
		assertThat(now.get() - start).isEqualTo(answeredAt);
	}

	@Test
	void whenStepIsZeroThenNothingIsHeld() {
		EvenTiming timing = new EvenTiming(Duration.ZERO, now::get, nanos -> now.addAndGet(1000));
		timing.holdSince(timing.start());
		assertThat(now).hasValue(-50);
	}

}

package org.campanile.directory;

import java.time.Duration;
import java.time.Instant;

import org.campanile.testkit.MutableClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Single sign-on must not wait for a directory whose reads keep failing. */
class ReadBreakerTests {

	private final MutableClock clock = new MutableClock(Instant.parse("2026-01-01T00:00:00Z"));

	private final ReadBreaker breaker = new ReadBreaker(clock);

	private int asked;

	@Test
	void whenThreeReadsInARowFailThenOneIsTriedAfterEachPause() throws Exception {
		failing();
		failing();
		failing();
		assertThat(asked).isEqualTo(3);
		failing();
		clock.advance(ReadBreaker.PAUSE.minusMillis(1));
		failing();
		assertThat(asked).isEqualTo(3);
		clock.advance(Duration.ofMillis(2));
		failing();
		failing();
		assertThat(asked).as("one to see").isEqualTo(4);
		clock.advance(ReadBreaker.PAUSE.plusMillis(1));
		assertThat(answered(Duration.ZERO)).isEqualTo("entry");
		assertThat(answered(Duration.ZERO)).isEqualTo("entry");
	}

	@Test
	void whenTheClockIsSetBackThenOneIsStillTriedAfterThePause() {
		failing();
		failing();
		failing();
		clock.advance(Duration.ofHours(-1));
		failing();
		assertThat(asked).isEqualTo(3);
		clock.advance(ReadBreaker.PAUSE.plusMillis(1));
		failing();
		assertThat(asked).isEqualTo(4);
	}

	@Test
	void whenAnswersTakeLongThenTheyAreStillAskedFor() throws Exception {
		for (int round = 0; round < 9; round++) {
			assertThat(answered(Duration.ofMillis(1500))).isEqualTo("entry");
		}
		assertThat(asked).isEqualTo(9);
	}

	@Test
	void whenTheTrialEndsInAnErrorThenThereIsAnother() {
		failing();
		failing();
		failing();
		clock.advance(ReadBreaker.PAUSE.plusMillis(1));
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> breaker.read(() -> {
			throw new StackOverflowError();
		}));
		clock.advance(ReadBreaker.PAUSE.plusMillis(1));
		failing();
		assertThat(asked).isEqualTo(4);
	}

	@Test
	void whenOneOfManyFailsThenReadingGoesOn() throws Exception {
		for (int round = 0; round < 5; round++) {
			answered(Duration.ofMillis(20));
			answered(Duration.ofMillis(20));
			failing();
		}
		assertThat(asked).isEqualTo(15);
	}

	@Test
	void whenAReadSucceedsAfterTwoFailuresThenReadingGoesOn() throws Exception {
		failing();
		failing();
		answered(Duration.ZERO);
		answered(Duration.ZERO);
		assertThat(asked).isEqualTo(4);
	}

	private String answered(Duration took) throws DirectoryUnavailableException {
		return breaker.read(() -> {
			asked++;
			clock.advance(took);
			return "entry";
		});
	}

	private void failing() {
		assertThatExceptionOfType(DirectoryUnavailableException.class).isThrownBy(() -> breaker.read(() -> {
			asked++;
			throw new DirectoryUnavailableException("down");
		}));
	}

}

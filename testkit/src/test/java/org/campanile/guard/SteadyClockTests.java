package org.campanile.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.testkit.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

class SteadyClockTests {

	private static final Instant START = Instant.parse("2026-11-25T12:00:00Z");

	private final MutableClock source = new MutableClock(START);

	private final SteadyClock clock = new SteadyClock(source);

	@Test
	void whenTheSourceIsSetBackThenTimeGoesOnAtItsPace() {
		assertThat(clock.instant()).isEqualTo(START);
		long before = clock.currentTimeNanos();
		source.advance(Duration.ofHours(-1));
		assertThat(clock.instant()).isEqualTo(START);
		source.advance(Duration.ofSeconds(5));
		assertThat(clock.instant()).isEqualTo(START.plusSeconds(5));
		source.advance(Duration.ofDays(-1));
		assertThat(clock.instant()).as("again").isEqualTo(START.plusSeconds(5));
		source.advance(Duration.ofNanos(1));
		assertThat(clock.currentTimeNanos() - before).isEqualTo(5_000_000_001L);
	}

	@Test
	void whenManyThreadsReadItThenItIsNotAheadOfTheSource() {
		AtomicLong millis = new AtomicLong();
		SteadyClock shared = new SteadyClock(() -> Instant.ofEpochMilli(millis.incrementAndGet()));
		IntStream.range(0, 100_000).parallel().forEach(i -> shared.instant());
		assertThat(shared.instant()).isEqualTo(Instant.ofEpochMilli(100_001));
	}

}

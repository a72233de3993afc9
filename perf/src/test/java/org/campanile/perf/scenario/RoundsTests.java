package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.campanile.perf.result.Interval;
import org.campanile.perf.scenario.RunOptions.Pace;
import org.campanile.perf.scenario.RunOptions.Precision;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundsTests {

	private static final List<Interval> WIDE = List.of(new Interval(1, 0.9, 1.1, 5));

	private static final List<Interval> NARROW = List.of(new Interval(1, 0.96, 1.04, 5));

	private Instant now = Instant.EPOCH;

	@Test
	void whenNoPrecisionIsAskedForThenThereAreAsManyRoundsAsTheScenarioHas() {
		Rounds rounds = rounds(new Precision(0, Duration.ZERO), 0, 3);
		assertThat(rounds.needsMore(List.of())).isTrue();
		done(rounds, 2);
		assertThat(rounds.needsMore(NARROW)).isTrue();
		rounds.done();
		assertThat(rounds.needsMore(WIDE)).isFalse();
		assertThat(rounds.reason(WIDE)).isEmpty();
	}

	@Test
	void whenAPrecisionIsAskedForThenRoundsGoOnUntilTheWidestIntervalHasIt() {
		Rounds rounds = rounds(new Precision(0.05, Duration.ofMinutes(30)), 0, 3);
		done(rounds, 4);
		assertThat(rounds.needsMore(NARROW)).isTrue();
		rounds.done();
		assertThat(rounds.needsMore(List.of(NARROW.getFirst(), WIDE.getFirst()))).isTrue();
		assertThat(rounds.needsMore(NARROW)).isFalse();
		assertThat(rounds.reason(NARROW)).isEqualTo("5 rounds; the widest interval of a ratio is ± 4.0 %");
	}

	@Test
	void whenAnIntervalIsWiderToOneSideThenThatSideCounts() {
		Rounds rounds = rounds(new Precision(0.05, Duration.ofMinutes(30)), 0, 3);
		done(rounds, 5);
		List<Interval> lopsided = List.of(new Interval(1, 0.99, 1.08, 5));
		assertThat(rounds.needsMore(lopsided)).isTrue();
		assertThat(rounds.reason(lopsided)).startsWith("5 rounds; the widest interval of a ratio is ± 8.0 %");
	}

	@Test
	void whenTheTimeIsOverThenNoRoundBeginsAndTheWidthIsTold() {
		Rounds rounds = rounds(new Precision(0.05, Duration.ofMinutes(30)), 0, 3);
		now = now.plus(Duration.ofMinutes(31));
		assertThat(rounds.needsMore(List.of())).isTrue();
		rounds.done();
		assertThat(rounds.needsMore(WIDE)).isFalse();
		assertThat(rounds.reason(WIDE)).isEqualTo(
				"1 round; the widest interval of a ratio is ± 10.0 %, wider than asked for when the time was over");
	}

	@Test
	void whenOfManyRoundsFewHaveAFigureThenItIsNotWellKnown() {
		Rounds rounds = rounds(new Precision(0.05, Duration.ofMinutes(30)), 0, 3);
		done(rounds, 9);
		List<Interval> one = List.of(new Interval(1, 1, 1, 1), NARROW.getFirst());
		assertThat(rounds.needsMore(one)).isTrue();
		now = now.plus(Duration.ofMinutes(31));
		assertThat(rounds.needsMore(one)).isFalse();
		assertThat(rounds.reason(one)).endsWith("when the time was over, and 1 of 2 have fewer than 5 figures");
	}

	@Test
	void whenMoreRoundsAreAskedForThenNoFewerAreMeasured() {
		Rounds rounds = rounds(new Precision(0.05, Duration.ofMinutes(30)), 7, 3);
		done(rounds, 6);
		assertThat(rounds.needsMore(NARROW)).isTrue();
	}

	private Rounds rounds(Precision precision, int repeats, int own) {
		return new Rounds(new Pace(1, 1, 0, 1, repeats, precision), own, () -> now);
	}

	private static void done(Rounds rounds, int count) {
		for (int i = 0; i < count; i++) {
			rounds.done();
		}
	}

}

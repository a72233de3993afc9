package org.campanile.perf.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.campanile.perf.scenario.Schedule.PlannedStep;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScheduleTests {

	private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final Schedule schedule = new Schedule(List.of(new PlannedStep("a", "1", MINUTE),
			new PlannedStep("a", "2", MINUTE), new PlannedStep("a", "2", MINUTE)), BEGAN);

	@Test
	void whenNothingIsDoneThenThePlanIsLeft() {
		assertThat(schedule.left(BEGAN, Duration.ZERO, 0)).isEqualTo(Duration.ofMinutes(3));
		assertThat(schedule.current()).isEqualTo("1 of 3");
	}

	@Test
	void whenTheFirstTookTwiceAsLongThenSoWillTheRest() {
		schedule.done("a", "1");
		assertThat(schedule.left(BEGAN.plusSeconds(120), Duration.ZERO, 0)).isEqualTo(Duration.ofMinutes(4));
		assertThat(schedule.finished()).isEqualTo("1 of 3 done");
	}

	@Test
	void whenHalfOfAStepIsDoneThenHalfOfItIsLeft() {
		schedule.done("a", "1");
		assertThat(schedule.left(BEGAN.plusSeconds(90), schedule.expected("a", "2"), 0.5))
			.isEqualTo(Duration.ofSeconds(90));
	}

	@Test
	void whenAStepWasNotPlannedThenNothingChanges() {
		schedule.done("b", "1");
		assertThat(schedule.left(BEGAN, Duration.ZERO, 0)).isEqualTo(Duration.ofMinutes(3));
	}

	@Test
	void whenReportedThenInWordsThatFit() {
		assertThat(Schedule.words(Duration.ofSeconds(40))).isEqualTo("40 s");
		assertThat(Schedule.words(Duration.ofSeconds(100))).isEqualTo("1 min 40 s");
		assertThat(Schedule.words(Duration.ofMinutes(59))).isEqualTo("59 min");
		assertThat(Schedule.words(Duration.ofMinutes(65))).isEqualTo("1 h 05 min");
	}

}

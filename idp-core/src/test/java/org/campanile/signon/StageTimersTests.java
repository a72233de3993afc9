package org.campanile.signon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StageTimersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final StageTimers timers = new StageTimers(registry);

	@ParameterizedTest
	@EnumSource
	void whenTimedThenRecordedUnderItsStageAlone(Stage stage) {
		String result = timers.time(stage, () -> "result");
		assertThat(result).isEqualTo("result");
		for (Stage other : Stage.values()) {
			assertThat(timer(other).count()).isEqualTo(other == stage ? 1 : 0);
		}
		assertThat(timer(stage).totalTime(TimeUnit.NANOSECONDS)).isPositive();
	}

	@Test
	void whenTheWorkThrowsThenRecordedAndThrown() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> timers.time(Stage.SIGN, StageTimersTests::fail))
			.withMessage("made to fail");
		assertThat(timer(Stage.SIGN).count()).isEqualTo(1);
	}

	@Test
	void whenMadeThenEachStageHasAHistogramFromTenMicrosecondsToTenSeconds() {
		List<DistributionStatisticConfig> configs = new ArrayList<>();
		new StageTimers(new SimpleMeterRegistry() {

			@Override
			protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
				configs.add(config);
				return super.newTimer(id, config, pauseDetector);
			}

		});
		assertThat(configs).hasSize(Stage.values().length).allSatisfy(config -> {
			assertThat(config.isPercentileHistogram()).isTrue();
			assertThat(config.getMinimumExpectedValueAsDouble()).isEqualTo(1e4);
			assertThat(config.getMaximumExpectedValueAsDouble()).isEqualTo(1e10);
		});
	}

	@Test
	void whenNamedThenTagsAreLowerCase() {
		assertThat(registry.find("campanile.stage").timers()).hasSize(Stage.values().length);
		assertThat(Arrays.stream(Stage.values()).map(Stage::tag)).allMatch(tag -> tag.matches("[a-z]+"))
			.doesNotHaveDuplicates();
	}

	private static boolean fail() throws IOException {
		throw new IOException("made to fail");
	}

	private Timer timer(Stage stage) {
		return registry.get("campanile.stage").tag("stage", stage.tag()).timer();
	}

}

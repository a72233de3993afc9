package org.campanile.saml.assertion;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * The timers of issuing: {@code campanile.stage}, one histogram for each stage, each
 * recorded at most once per response however often the stage is entered. Thread-safe.
 */
final class StageTimers {

	private final Map<Stage, Timer> timers = new EnumMap<>(Stage.class);

	private final Clock clock;

	StageTimers(MeterRegistry registry) {
		this.clock = registry.config().clock();
		for (Stage stage : Stage.values()) {
			timers.put(stage,
					Timer.builder("campanile.stage")
						.description("Time spent in each stage of a sign-on")
						.tag("stage", stage.name().toLowerCase(Locale.ROOT))
						.publishPercentileHistogram()
						.register(registry));
		}
	}

	/** Begins to measure one response. */
	Laps start() {
		return new Laps();
	}

	enum Stage {

		BUILD, SIGN, ENCRYPT, ENCODE

	}

	/** The stages of one response, used by one thread. */
	final class Laps {

		private final long[] nanos = new long[Stage.values().length];

		private final boolean[] entered = new boolean[Stage.values().length];

		private long since = clock.monotonicTime();

		/** What passed since the last call belongs to this stage. */
		void lap(Stage stage) {
			long now = clock.monotonicTime();
			nanos[stage.ordinal()] += now - since;
			entered[stage.ordinal()] = true;
			since = now;
		}

		/** Records the stages that were entered. */
		void record() {
			timers.forEach((stage, timer) -> {
				if (entered[stage.ordinal()]) {
					timer.record(nanos[stage.ordinal()], TimeUnit.NANOSECONDS);
				}
			});
		}

	}

}

package org.campanile.signon;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * The timers of the stages of a login, one histogram each, looked up once. Thread-safe.
 */
public final class StageTimers {

	private final Map<Stage, Timer> timers = new EnumMap<>(Stage.class);

	public StageTimers(MeterRegistry registry) {
		for (Stage stage : Stage.values()) {
			timers.put(stage,
					Timer.builder("campanile.stage")
						.description("Time that one stage of a login takes, in seconds")
						.tag("stage", stage.tag())
						.publishPercentileHistogram()
						.minimumExpectedValue(Duration.ofNanos(10_000))
						.maximumExpectedValue(Duration.ofSeconds(10))
						.register(registry));
		}
	}

	/** Runs the work and records how long it took, whether it returns or throws. */
	public <T, X extends Exception> T time(Stage stage, Work<T, X> work) throws X {
		long start = System.nanoTime();
		try {
			return work.run();
		}
		finally {
			timer(stage).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
		}
	}

	/**
	 * Begins to measure work in consecutive stages, which may occur more than once.
	 */
	public Laps laps() {
		return new Laps();
	}

	/** The stages of one task; used by one thread. */
	public final class Laps {

		private final Map<Stage, Long> nanos = new EnumMap<>(Stage.class);

		private long since = System.nanoTime();

		/** The time since the last call belongs to this stage. */
		public void lap(Stage stage) {
			long now = System.nanoTime();
			nanos.merge(stage, now - since, Long::sum);
			since = now;
		}

		/** Records each stage that was entered, once. */
		public void record() {
			nanos.forEach((stage, time) -> timer(stage).record(time, TimeUnit.NANOSECONDS));
		}

	}

	private Timer timer(Stage stage) {
		return Objects.requireNonNull(timers.get(stage));
	}

	/** A task that is timed. */
	@FunctionalInterface
	public interface Work<T, X extends Exception> {

		T run() throws X;

	}

}

package org.campanile.store.resilience;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** The metrics of one store. Thread-safe. */
final class StoreMeters {

	private final String store;

	private final MeterRegistry registry;

	private final Counter repeats;

	/** The timers, created on first use, because most failures never happen. */
	private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

	private record Key(String operation, Outcome outcome) {
	}

	enum Outcome {

		/** The operation was answered. */
		OK,
		/** The operation was answered with a failure. */
		FAILED,
		/** The operation was not answered within the deadline. */
		TIMEOUT,
		/**
		 * The store was not called: too many operations are running, or the breaker is
		 * open.
		 */
		REJECTED

	}

	StoreMeters(String store, MeterRegistry registry, BooleanSupplier open, IntSupplier underWay) {
		this.store = store;
		this.registry = registry;
		this.repeats = Counter.builder("campanile.store.repeats")
			.description("Retries of store operations after a failure")
			.tag("store", store)
			.register(registry);
		Gauge.builder("campanile.store.unavailable", () -> open.getAsBoolean() ? 1 : 0)
			.description("1 while the store is not called because it does not answer")
			.tag("store", store)
			.register(registry);
		Gauge.builder("campanile.store.under.way", underWay::getAsInt)
			.description("Running operations of a store, abandoned ones included")
			.tag("store", store)
			.register(registry);
	}

	void record(String operation, Outcome outcome, long nanos) {
		Key key = new Key(operation, outcome);
		Timer timer = timers.get(key);
		if (timer == null) {
			timer = timers.computeIfAbsent(key, this::timer);
		}
		timer.record(nanos, TimeUnit.NANOSECONDS);
	}

	private Timer timer(Key key) {
		return Timer.builder("campanile.store.operations")
			.description("Duration of store operations as seen by the caller, in seconds")
			.tag("store", store)
			.tag("operation", key.operation())
			.tag("outcome", key.outcome().name().toLowerCase(Locale.ROOT))
			.publishPercentileHistogram()
			.minimumExpectedValue(Duration.ofNanos(50_000))
			.maximumExpectedValue(Duration.ofSeconds(2))
			.register(registry);
	}

	void repeated() {
		repeats.increment();
	}

}

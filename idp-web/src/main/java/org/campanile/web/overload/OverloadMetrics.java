package org.campanile.web.overload;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * {@code campanile.overload.*}: requests admitted, refused, waiting and in progress,
 * waiting times, permits, demand for processors, and the time in which accepting was
 * paused. Thread-safe.
 */
final class OverloadMetrics {

	private final Map<RequestKind, Counter> admitted = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, Counter> refused = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, Timer> waits = new EnumMap<>(RequestKind.class);

	private final MeterRegistry registry;

	OverloadMetrics(Admission admission, Processors processors, MeterRegistry registry) {
		this.registry = registry;
		Gauge.builder("campanile.overload.runnable", processors, Processors::runnable)
			.description("Virtual threads that run or wait for a processor")
			.register(registry);
		for (RequestKind kind : RequestKind.values()) {
			admitted.put(kind, counter(kind, "admitted", registry));
			refused.put(kind, counter(kind, "refused", registry));
			waits.put(kind,
					Timer.builder("campanile.overload.wait")
						.description("Waiting time of requests that were admitted after waiting, in seconds")
						.tag("kind", kind.label())
						.register(registry));
			Gauge.builder("campanile.overload.waiting", admission, gate -> gate.waiting(kind))
				.description("Requests that wait for a permit")
				.tag("kind", kind.label())
				.register(registry);
		}
		for (Priority priority : Priority.values()) {
			Gauge.builder("campanile.overload.limit", admission, gate -> gate.limit(priority))
				.description("Current number of permits")
				.tag("lane", priority.label())
				.register(registry);
			Gauge.builder("campanile.overload.under.way", admission, gate -> gate.underWay(priority))
				.description("Requests in progress")
				.tag("lane", priority.label())
				.register(registry);
		}
	}

	/** Registers the time in which accepting was paused. */
	void watch(AcceptPace pace) {
		FunctionCounter.builder("campanile.overload.accept.paused", pace, AcceptPace::pausedSeconds)
			.description("Time in which no connections were accepted because too many requests waited, in seconds")
			.baseUnit("seconds")
			.register(registry);
	}

	private static Counter counter(RequestKind kind, String outcome, MeterRegistry registry) {
		return Counter.builder("campanile.overload.requests")
			.description("Requests admitted, and refused for overload")
			.tags("kind", kind.label(), "outcome", outcome)
			.register(registry);
	}

	void admitted(Waiter waiter) {
		of(admitted, waiter).increment();
		if (waiter.waited() > 0) {
			of(waits, waiter).record(waiter.waited(), TimeUnit.NANOSECONDS);
		}
	}

	void countRefused(RequestKind kind) {
		Objects.requireNonNull(refused.get(kind)).increment();
	}

	/** Returns the number of requests of a kind admitted since the start. */
	long admitted(RequestKind kind) {
		return (long) Objects.requireNonNull(admitted.get(kind)).count();
	}

	/** Returns the number of requests of a kind refused since the start. */
	long refused(RequestKind kind) {
		return (long) Objects.requireNonNull(refused.get(kind)).count();
	}

	private static <T> T of(Map<RequestKind, T> meters, Waiter waiter) {
		return Objects.requireNonNull(meters.get(waiter.kind()));
	}

}

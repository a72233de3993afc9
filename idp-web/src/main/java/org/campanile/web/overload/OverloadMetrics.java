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
 * {@code campanile.overload.*}: how many were admitted and refused, how many wait and for
 * how long, how many are under way of how many places, how many want a processor, and for
 * how long no connection was accepted. Thread-safe.
 */
final class OverloadMetrics {

	private final Map<RequestKind, Counter> admitted = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, Counter> refused = new EnumMap<>(RequestKind.class);

	private final Map<RequestKind, Timer> waits = new EnumMap<>(RequestKind.class);

	private final MeterRegistry registry;

	OverloadMetrics(Admission admission, Processors processors, MeterRegistry registry) {
		this.registry = registry;
		Gauge.builder("campanile.overload.runnable", processors, Processors::runnable)
			.description("Virtual threads that have a processor or wait for one")
			.register(registry);
		for (RequestKind kind : RequestKind.values()) {
			admitted.put(kind, counter(kind, "admitted", registry));
			refused.put(kind, counter(kind, "refused", registry));
			waits.put(kind, Timer.builder("campanile.overload.wait")
				.description("How long requests waited for a place that were admitted after waiting, in seconds")
				.tag("kind", kind.label())
				.register(registry));
			Gauge.builder("campanile.overload.waiting", admission, door -> door.waiting(kind))
				.description("Requests that wait for a place")
				.tag("kind", kind.label())
				.register(registry);
		}
		for (Lane lane : Lane.values()) {
			Gauge.builder("campanile.overload.limit", admission, door -> door.limit(lane))
				.description("Requests that may be under way at once at this moment")
				.tag("lane", lane.label())
				.register(registry);
			Gauge.builder("campanile.overload.under.way", admission, door -> door.underWay(lane))
				.description("Requests under way")
				.tag("lane", lane.label())
				.register(registry);
		}
	}

	/** Counts the time in which nobody was accepted. */
	void watch(AcceptPace pace) {
		FunctionCounter.builder("campanile.overload.accept.paused", pace, AcceptPace::pausedSeconds)
			.description("How long no connection was accepted because too many requests waited, in seconds")
			.baseUnit("seconds")
			.register(registry);
	}

	private static Counter counter(RequestKind kind, String outcome, MeterRegistry registry) {
		return Counter.builder("campanile.overload.requests")
			.description("Requests admitted, and refused for overload")
			.tags("kind", kind.label(), "outcome", outcome)
			.register(registry);
	}

	void admitted(Ticket ticket) {
		of(admitted, ticket).increment();
		if (ticket.waited() > 0) {
			of(waits, ticket).record(ticket.waited(), TimeUnit.NANOSECONDS);
		}
	}

	void refused(Ticket ticket) {
		of(refused, ticket).increment();
	}

	/** How many requests of a kind were admitted since the start. */
	long admitted(RequestKind kind) {
		return (long) Objects.requireNonNull(admitted.get(kind)).count();
	}

	/** How many requests of a kind were refused since the start. */
	long refused(RequestKind kind) {
		return (long) Objects.requireNonNull(refused.get(kind)).count();
	}

	private static <T> T of(Map<RequestKind, T> meters, Ticket ticket) {
		return Objects.requireNonNull(meters.get(ticket.kind()));
	}

}

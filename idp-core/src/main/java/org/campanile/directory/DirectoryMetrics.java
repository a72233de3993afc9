package org.campanile.directory;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Timers, gauges and counters of the directory. Thread-safe. */
final class DirectoryMetrics {

	private final MeterRegistry registry;

	private final Timer bind;

	private final Timer search;

	private final Counter unavailable;

	DirectoryMetrics(MeterRegistry registry) {
		this.registry = registry;
		this.bind = Timer.builder("campanile.directory.bind")
			.description("Duration of password checks by the directory, in seconds")
			.publishPercentileHistogram()
			.register(registry);
		this.search = Timer.builder("campanile.directory.search")
			.description("Duration of searches for a user, in seconds")
			.publishPercentileHistogram()
			.register(registry);
		this.unavailable = Counter.builder("campanile.directory.unavailable")
			.description("Failed conversations with the directory")
			.register(registry);
	}

	void watch(String name, GuardedPool pool) {
		gauge("campanile.directory.pool.available", "Idle connections", name, pool, GuardedPool::available);
		gauge("campanile.directory.pool.in.use", "Connections in use", name, pool, GuardedPool::inUse);
	}

	/** The metric is NaN without TLS, and before the first handshake. */
	void watch(ServerAddress server, ServerCertificates certificates) {
		Gauge
			.builder("campanile.directory.certificate.expiry", certificates,
					each -> each.expiry(server).map(expiry -> (double) expiry.getEpochSecond()).orElse(Double.NaN))
			.description("When the certificate of a directory server expires, in seconds since 1970")
			.baseUnit("seconds")
			.tag("server", server.toString())
			.register(registry);
	}

	private void gauge(String meter, String description, String name, GuardedPool pool,
			ToDoubleFunction<GuardedPool> value) {
		Gauge.builder(meter, pool, value).description(description).tag("pool", name).register(registry);
	}

	Timer.Sample start() {
		return Timer.start(registry);
	}

	void bound(Timer.Sample sample) {
		sample.stop(bind);
	}

	void searched(Timer.Sample sample) {
		sample.stop(search);
	}

	void failed() {
		unavailable.increment();
	}

}

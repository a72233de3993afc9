package org.campanile.saml.metadata;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** What is measured of services' metadata. Thread-safe. */
final class MetadataMetrics {

	private final AtomicReference<Instant> lastLook = new AtomicReference<>(Instant.EPOCH);

	private final Counter refused;

	MetadataMetrics(MeterRegistry meters, MetadataRelyingPartyRegistry registry) {
		Gauge.builder("campanile.metadata.services", registry, MetadataRelyingPartyRegistry::size)
			.description("Services known from metadata")
			.register(meters);
		Gauge.builder("campanile.metadata.files", registry, MetadataRelyingPartyRegistry::fileCount)
			.description("Metadata files served, last good copies included")
			.register(meters);
		Gauge.builder("campanile.metadata.files.bad", registry, current -> current.problems().size())
			.description("Metadata files not served as they are now")
			.register(meters);
		Gauge.builder("campanile.metadata.last.success", lastLook, last -> last.get().toEpochMilli() / 1000.0)
			.description("When the metadata folder was last read with no file refused, since the epoch")
			.baseUnit("seconds")
			.register(meters);
		refused = Counter.builder("campanile.metadata.refused")
			.description("Versions of metadata files refused")
			.register(meters);
	}

	void refused() {
		refused.increment();
	}

	void looked(Instant now) {
		lastLook.set(now);
	}

}

package org.campanile.saml.metadata;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;

/** The metrics of services' metadata. Thread-safe. */
final class MetadataMetrics {

	private final AtomicReference<Instant> lastLook = new AtomicReference<>(Instant.EPOCH);

	private final Counter refused;

	private final MultiGauge expiry;

	MetadataMetrics(MeterRegistry meters, MetadataRelyingPartyRegistry registry) {
		Gauge.builder("campanile.metadata.services", registry, MetadataRelyingPartyRegistry::size)
			.description("Services known from metadata")
			.register(meters);
		Gauge.builder("campanile.metadata.files", registry, MetadataRelyingPartyRegistry::fileCount)
			.description("Metadata files served, including last valid copies")
			.register(meters);
		Gauge.builder("campanile.metadata.files.bad", registry, MetadataRelyingPartyRegistry::badFileCount)
			.description("Metadata files whose current version is not served")
			.register(meters);
		Gauge.builder("campanile.metadata.last.success", lastLook, last -> last.get().toEpochMilli() / 1000.0)
			.description("When the metadata folder was last read without refusing a file, in seconds since 1970")
			.baseUnit("seconds")
			.register(meters);
		refused = Counter.builder("campanile.metadata.refused")
			.description("Versions of metadata files refused, in whole or in part")
			.register(meters);
		expiry = MultiGauge.builder("campanile.metadata.expiry")
			.description("When the last service of a metadata file expires, in seconds since 1970")
			.baseUnit("seconds")
			.register(meters);
	}

	void refused() {
		refused.increment();
	}

	void expiries(Map<String, Instant> byFile) {
		List<MultiGauge.Row<?>> rows = new ArrayList<>();
		byFile.forEach((file, ends) -> rows.add(MultiGauge.Row.of(Tags.of("file", file), ends.getEpochSecond())));
		expiry.register(rows, true);
	}

	void looked(Instant now) {
		lastLook.set(now);
	}

}

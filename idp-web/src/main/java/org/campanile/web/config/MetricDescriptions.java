package org.campanile.web.config;

import java.util.Map;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;

/** Says what those metrics are of which the libraries do not. Immutable. */
final class MetricDescriptions implements MeterFilter {

	private static final Map<String, String> DESCRIPTIONS = Map.of("tasks.scheduled.execution",
			"How long the server's periodic tasks took", "tasks.scheduled.execution.active",
			"How long those periodic tasks have taken that run now", "http.server.requests", "How long requests took",
			"http.server.requests.active", "How long those requests have taken that are being answered now");

	@Override
	public Meter.Id map(Meter.Id id) {
		String description = DESCRIPTIONS.get(id.getName());
		return description == null || id.getDescription() != null ? id : new Meter.Id(id.getName(),
				Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), description, id.getType());
	}

}

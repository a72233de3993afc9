package org.campanile.web.lifecycle;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.application.DiskSpaceHealthIndicatorProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;

import org.campanile.IdentityProvider;
import org.campanile.web.IdpApplication;
import org.campanile.web.config.StartupLines;
import org.campanile.web.config.SummaryLines;

/** The server's status: summary, health, expiry. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class StatusConfiguration {

	private static final Logger logger = LoggerFactory.getLogger("org.campanile.web");

	@Bean
	@Order(StartupLines.PORTS)
	StartupLines portLines(Environment environment) {
		return lines -> lines.add("listens on", address(environment, "server", "local.server.port"))
			.add("management", address(environment, "management.server", "local.management.port"));
	}

	private static String address(Environment environment, String prefix, String port) {
		return environment.getProperty(prefix + ".address", "every address") + ", port "
				+ environment.getProperty(port, "unknown");
	}

	/**
	 * Creates the progress. If health is not exposed, readiness is unknown, and only the
	 * start counts.
	 */
	@Bean
	StartProgress startProgress(ObjectProvider<HealthEndpoint> provided, IdentityProvider identityProvider,
			ObjectProvider<StartupLines> parts) {
		HealthEndpoint health = provided.getIfAvailable();
		return new StartProgress(() -> health == null ? List.of() : StartProgress.obstacles(health),
				() -> summarize(identityProvider, parts.orderedStream()));
	}

	/** Logs a summary of the server for the administrator. */
	private static void summarize(IdentityProvider identityProvider, Stream<StartupLines> parts) {
		SummaryLines lines = new SummaryLines().add("base URL", identityProvider.baseUrl());
		parts.forEach(part -> part.addTo(lines));
		lines.lines().forEach(line -> logger.info("  {}", line));
		if (identityProvider.scopes().isEmpty()) {
			logger.warn("campanile.scopes: none, so no service gets a scoped attribute such as "
					+ "eduPersonPrincipalName; add your domains");
		}
		if (!identityProvider.secure()) {
			logger.warn("campanile.base-url: {} is http, so passwords and cookies are unprotected; only for trials "
					+ "on this machine", identityProvider.baseUrl());
		}
	}

	@Bean
	MetricDescriptions metricDescriptions() {
		return new MetricDescriptions();
	}

	/**
	 * Whether the disk that this server writes to has free space; part of the overall
	 * health but not of readiness, as users can sign in regardless. Replaces Spring
	 * Boot's indicator, which discloses the folder's path to every client of the port and
	 * logs a line at each check.
	 */
	@Bean
	@ConditionalOnEnabledHealthIndicator("diskspace")
	HealthIndicator diskSpaceHealthIndicator(DiskSpaceHealthIndicatorProperties properties) {
		return () -> {
			long free = properties.getPath().getUsableSpace();
			long threshold = properties.getThreshold().toBytes();
			Health.Builder health = free >= threshold ? Health.up()
					: Health.down()
						.withDetail("reason", "little space is left on the disk of management.health.diskspace.path; "
								+ "free some, or lower management.health.diskspace.threshold");
			return health.withDetail("free", free).withDetail("threshold", threshold).build();
		};
	}

	/** The version of the running server, for {@code info}. */
	@Bean
	InfoContributor versionInfo(InstantSource clock) {
		String started = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
		return info -> info.withDetail("version", IdpApplication.version())
			.withDetail("java", Runtime.version().toString())
			.withDetail("started", started);
	}

	/** Adds descriptions to metrics whose libraries provide none. Immutable. */
	private static final class MetricDescriptions implements MeterFilter {

		private static final Map<String, String> DESCRIPTIONS = Map.of("tasks.scheduled.execution",
				"How long the server's periodic tasks took", "http.server.requests", "How long requests took");

		@Override
		public Meter.Id map(Meter.Id id) {
			String description = DESCRIPTIONS.get(id.getName());
			return description == null || id.getDescription() != null ? id : new Meter.Id(id.getName(),
					Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), description, id.getType());
		}

	}

}

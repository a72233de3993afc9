package org.campanile.web.config;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.GuardedSource;
import org.campanile.directory.Directory;
import org.campanile.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.crypto.Credentials;
import org.campanile.saml.crypto.CryptoProvider;
import org.campanile.seal.LiveKeyRing;
import org.campanile.web.IdpApplication;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.application.DiskSpaceHealthIndicatorProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;

/** What the server tells of itself: summary, health, expiry. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class StatusConfiguration {

	@Bean
	StartupSummary startupSummary(IdentityProvider identityProvider, Credentials credentials, CryptoProvider crypto,
			RelyingPartyRegistry services, LdapProperties ldap, StorageProperties storage, LiveKeyRing keyRing,
			InstantSource clock, Environment environment) {
		return new StartupSummary(identityProvider, credentials, crypto, services, ldap, storage, keyRing, clock,
				environment);
	}

	/** Where health is not exposed, nobody learns of readiness, and the start is all. */
	@Bean
	StartProgress startProgress(ObjectProvider<HealthEndpoint> provided, StartupSummary summary) {
		HealthEndpoint health = provided.getIfAvailable();
		return new StartProgress(() -> health == null ? List.of() : StartProgress.obstacles(health), summary::write);
	}

	@Bean
	MetricDescriptions metricDescriptions() {
		return new MetricDescriptions();
	}

	@Bean
	CertificateExpiry certificateExpiry(Credentials credentials, InstantSource clock, MeterRegistry meters) {
		return new CertificateExpiry(credentials, clock, meters);
	}

	/** The directory as it is now; part of the overall health, not of readiness. */
	@Bean
	HealthIndicator directoryHealthIndicator(Directory directory) {
		return () -> directory.fault()
			.map(reason -> Health.down().withDetail("reason", reason).build())
			.orElseGet(() -> Health.up().build());
	}

	/**
	 * The further sources as they are now; part of the overall health, not of readiness.
	 */
	@Bean
	HealthIndicator attributeSourcesHealthIndicator(AttributeSources sources) {
		return () -> {
			Health.Builder health = Health.up();
			for (GuardedSource source : sources.all()) {
				Optional<String> fault = source.fault();
				health.withDetail(source.id(), fault.orElse("answers"));
				if (fault.isPresent()) {
					health.down();
				}
			}
			return health.build();
		};
	}

	/**
	 * Whether the home folder's disk has room; part of the overall health, not of
	 * readiness, as people can sign in without. In place of Spring Boot's own, which
	 * tells the folder's path to whoever reaches the port and logs a line at each look.
	 */
	@Bean
	@ConditionalOnEnabledHealthIndicator("diskspace")
	HealthIndicator diskSpaceHealthIndicator(DiskSpaceHealthIndicatorProperties properties) {
		return () -> {
			long free = properties.getPath().getUsableSpace();
			long threshold = properties.getThreshold().toBytes();
			Health.Builder health = free >= threshold ? Health.up()
					: Health.down()
						.withDetail("reason", "little room is left on the home folder's disk; make room, or lower "
								+ "management.health.diskspace.threshold");
			return health.withDetail("free", free).withDetail("threshold", threshold).build();
		};
	}

	/** What is running here, for {@code info}. */
	@Bean
	InfoContributor versionInfo(InstantSource clock) {
		String started = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
		return info -> info.withDetail("version", IdpApplication.version())
			.withDetail("java", Runtime.version().toString())
			.withDetail("started", started);
	}

	@Bean
	HealthIndicator directoryAnsweredHealthIndicator(Directory directory) {
		return new DirectoryAnswered(directory::fault);
	}

	/** Says what those metrics are of which the libraries do not. Immutable. */
	private static final class MetricDescriptions implements MeterFilter {

		private static final Map<String, String> DESCRIPTIONS = Map.of("tasks.scheduled.execution",
				"How long the server's periodic tasks took", "tasks.scheduled.execution.active",
				"How long those periodic tasks have taken that run now", "http.server.requests",
				"How long requests took", "http.server.requests.active",
				"How long those requests have taken that are being answered now");

		@Override
		public Meter.Id map(Meter.Id id) {
			String description = DESCRIPTIONS.get(id.getName());
			return description == null || id.getDescription() != null ? id : new Meter.Id(id.getName(),
					Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), description, id.getType());
		}

	}

}

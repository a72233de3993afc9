package org.campanile.web.saml;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.saml.metadata.BuiltInMetadata;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.campanile.saml.relyingparty.RelyingPartyOverride;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;
import org.campanile.web.sso.LiveServices;

/** Configures the services' metadata. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ MetadataProperties.class, ServicesProperties.class })
class MetadataConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(MetadataConfiguration.class);

	/**
	 * The number of faults of metadata that the health details show; the log has all of
	 * them.
	 */
	private static final int MAX_LINES = 50;

	@Bean(initMethod = "start")
	MetadataRelyingPartyRegistry relyingPartyRegistry(HomeFolder home, MetadataProperties metadata,
			LiveConfiguration live, ObjectProvider<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		SamlHome.passedOver(home).forEach(logger::warn);
		return new MetadataRelyingPartyRegistry(home, metadata.settings(),
				() -> live.current().get(ServiceOverrides.class).overrides(), builtIn.orderedStream().toList(), clock,
				meters);
	}

	/**
	 * Local settings of services.
	 *
	 * @param overrides in order
	 * @param nameIdSources the ids of the attributes that are name identifiers
	 */
	private record ServiceOverrides(List<RelyingPartyOverride> overrides, Set<String> nameIdSources) {
	}

	@Bean
	LiveSetting<ServicesProperties, ?> liveServiceOverrides(ServicesProperties properties) {
		return LiveSetting.of("campanile.services", List.of("campanile.services"), properties, ServicesProperties.class,
				ServiceOverrides.class,
				services -> new ServiceOverrides(services.overrides(), services.nameIdSources()));
	}

	@Bean
	DecidingAttributes serviceNameIdAttributes(LiveConfiguration live) {
		return DecidingAttributes.ofIdentifiers(() -> live.current().get(ServiceOverrides.class).nameIdSources());
	}

	@Bean
	LiveServices liveServices(MetadataRelyingPartyRegistry registry) {
		return version -> registry.under(version.get(ServiceOverrides.class).overrides());
	}

	/**
	 * Reports down, with the reason, if there are files but none of them could ever be
	 * read. Faults of single files are only details: a node that serves everything it
	 * served before must not be removed from the proxy, least of all because of a file
	 * that every node has.
	 */
	@Bean
	HealthIndicator metadataHealthIndicator(MetadataRelyingPartyRegistry registry) {
		return () -> registry.reasonUnready()
			.map(reason -> Health.outOfService().withDetail("reason", reason).build())
			.orElseGet(() -> serving(registry));
	}

	private static Health serving(MetadataRelyingPartyRegistry registry) {
		List<String> degraded = Stream.concat(registry.problems().stream(), registry.expiries().stream())
			.limit(MAX_LINES)
			.map(problem -> "metadata/" + problem.message())
			.toList();
		Health.Builder health = Health.up().withDetail("services", registry.size());
		return degraded.isEmpty() ? health.build() : health.withDetail("degraded", degraded).build();
	}

}

package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.saml.metadata.BuiltInMetadata;
import org.campanile.saml.metadata.MetadataRelyingPartyRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The services' metadata. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ MetadataProperties.class, ServicesProperties.class })
class MetadataConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(MetadataConfiguration.class);

	@Bean(initMethod = "start")
	MetadataRelyingPartyRegistry relyingPartyRegistry(HomeFolder home, MetadataProperties metadata,
			ServicesProperties services, ObjectProvider<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		HomeCheck.passedOver(home).forEach(logger::warn);
		return new MetadataRelyingPartyRegistry(home, metadata.settings(), services.overrides(),
				builtIn.orderedStream().toList(), clock, meters);
	}

	/**
	 * Down, with the reason, while there are files and none of them could be read, now or
	 * before.
	 */
	@Bean
	HealthIndicator metadataHealthIndicator(MetadataRelyingPartyRegistry registry) {
		return () -> registry.reasonUnready()
			.map(reason -> Health.outOfService().withDetail("reason", reason).build())
			.orElseGet(() -> Health.up().withDetail("services", registry.size()).build());
	}

}

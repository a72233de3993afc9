package org.campanile.web.config;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

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

	/** What health tells of metadata, at most; the log has it all. */
	private static final int MAX_LINES = 50;

	@Bean(initMethod = "start")
	MetadataRelyingPartyRegistry relyingPartyRegistry(HomeFolder home, MetadataProperties metadata,
			LiveConfiguration live, ObjectProvider<BuiltInMetadata> builtIn, InstantSource clock,
			MeterRegistry meters) {
		HomeCheck.passedOver(home).forEach(logger::warn);
		return new MetadataRelyingPartyRegistry(home, metadata.settings(), () -> live.current().overrides(),
				builtIn.orderedStream().toList(), clock, meters);
	}

	/**
	 * Down, with the reason, while there are files and none of them could be read, now or
	 * before. What is wrong with single files is a detail: a node that serves all that it
	 * served before must not be taken out of its proxy, least of all by a file that every
	 * node has.
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

package org.campanile.web.attribute;

import java.time.InstantSource;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.GuardedSource;
import org.campanile.attribute.UserReader;
import org.campanile.web.config.NestedSettings;

/** Configures attribute resolution. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AttributesProperties.class)
public class AttributesConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(AttributesConfiguration.class);

	@Bean
	AttributeSettings attributeSettings(AttributesProperties properties, IdentityProvider identityProvider) {
		return properties.settings(identityProvider);
	}

	@Bean
	AttributeSources attributeSources(Environment environment, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		ConfiguredSources sources = ConfiguredSources.of(new NestedSettings(environment));
		sources.warnings().forEach(logger::warn);
		return sources.open(home, clock, meters);
	}

	/**
	 * Resolves with the attributes known that any part of the server decides by, or makes
	 * identifiers of.
	 */
	@Bean
	DefaultAttributeResolver attributeResolver(AttributeSettings settings, UserReader users, AttributeSources sources,
			ObjectProvider<DecidingAttributes> deciding, InstantSource clock, MeterRegistry meters) {
		return new DefaultAttributeResolver(settings, users, sources,
				DecidingAttributes.all(deciding.stream().toList()), clock, meters);
	}

	/**
	 * Reports the current state of the further sources; part of the overall health, not
	 * of readiness.
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

}

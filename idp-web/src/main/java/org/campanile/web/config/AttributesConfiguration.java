package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.AttributeSources;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.attribute.UserReader;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Attribute resolution, wired. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AttributesProperties.class)
class AttributesConfiguration {

	@Bean
	AttributeSettings attributeSettings(AttributesProperties properties, IdentityProvider identityProvider) {
		return properties.settings(identityProvider);
	}

	@Bean
	SamlAttributeNames samlAttributeNames(AttributesProperties properties) {
		return properties.samlNames();
	}

	@Bean
	AttributeSources attributeSources(AttributesProperties properties, HomeFolder home, InstantSource clock,
			MeterRegistry meters) {
		return properties.sources(home, clock, meters);
	}

	@Bean
	DefaultAttributeResolver attributeResolver(AttributeSettings settings, UserReader users, AttributeSources sources,
			InstantSource clock, MeterRegistry meters) {
		return new DefaultAttributeResolver(settings, users, sources, clock, meters);
	}

}

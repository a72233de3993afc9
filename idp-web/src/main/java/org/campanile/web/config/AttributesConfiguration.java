package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.IdentityProvider;
import org.campanile.attribute.AttributeConnector;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DefaultAttributeResolver;
import org.campanile.attribute.SamlAttributeNames;
import org.campanile.directory.DirectoryReader;
import org.springframework.beans.factory.ObjectProvider;
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
	DefaultAttributeResolver attributeResolver(AttributeSettings settings, DirectoryReader directory,
			ObjectProvider<AttributeConnector> furtherConnectors, InstantSource clock, MeterRegistry meters) {
		return new DefaultAttributeResolver(settings, directory, furtherConnectors.orderedStream().toList(), clock,
				meters);
	}

}

package org.campanile.web.access;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.campanile.access.AccessPolicy;
import org.campanile.access.AccessRules;
import org.campanile.attribute.AttributeSettings;
import org.campanile.attribute.DecidingAttributes;
import org.campanile.web.attribute.AttributesProperties;
import org.campanile.web.attribute.ConfiguredSources;
import org.campanile.web.config.LiveConfiguration;
import org.campanile.web.config.LiveSetting;
import org.campanile.web.config.NestedSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Access control: who may use which service. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccessProperties.class)
class AccessConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(AccessConfiguration.class);

	@Bean
	LiveSetting<AccessProperties, AccessRules> liveAccessRules(AccessProperties access, AttributesProperties attributes,
			AttributeSettings settings, InstantSource clock, Environment environment) {
		access.warnings(settings, ConfiguredSources.of(new NestedSettings(environment))).forEach(logger::warn);
		Optional<Set<String>> attributeIds = Optional.of(attributes.attributeIds(settings));
		return LiveSetting.of("campanile.access", List.of("campanile.access.rules"), access, AccessProperties.class,
				AccessRules.class, properties -> properties.accessRules(attributeIds, clock));
	}

	@Bean
	DecidingAttributes accessAttributes(LiveConfiguration live) {
		return () -> live.current().get(AccessRules.class).deciding();
	}

	@Bean
	AccessPolicy accessPolicy(LiveConfiguration live) {
		return (target, subject) -> live.current().get(AccessRules.class).decide(target, subject);
	}

}

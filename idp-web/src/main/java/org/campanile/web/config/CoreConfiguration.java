package org.campanile.web.config;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import org.campanile.HomeFolder;
import org.campanile.IdentityProvider;

/** Provides this server's identity, the clock and randomness. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CampanileProperties.class)
class CoreConfiguration {

	@Bean
	InstantSource clock() {
		return Clock.systemUTC();
	}

	@Bean
	SecureRandom secureRandom() {
		return new SecureRandom();
	}

	@Bean
	HomeFolder homeFolder(Environment environment) {
		return new HomeFolder(Path.of(environment.getRequiredProperty(HomeEnvironment.HOME)));
	}

	@Bean
	IdentityProvider identityProvider(CampanileProperties properties) {
		return properties.identityProvider();
	}

}

package org.campanile.web.management;

import java.security.SecureRandom;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.HomeFolder;

/**
 * The token of the management port.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ManagementProperties.class)
class ManagementTokenConfiguration {

	@Bean
	ManagementToken managementToken(ManagementProperties properties, HomeFolder home, SecureRandom random) {
		return properties.token(home, random);
	}

}

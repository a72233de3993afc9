package org.campanile.web.config;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the directory. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LdapProperties.class)
class LdapConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(LdapConfiguration.class);

	@Bean
	Directory directory(LdapProperties properties, HomeFolder home, InstantSource clock, MeterRegistry registry) {
		DirectorySettings settings = properties.settings(home);
		if (properties.exposesPasswords()) {
			logger.warn("campanile.ldap.urls: {} is reached without encryption, so every password crosses the network "
					+ "in clear; use ldaps:// or start-tls: true", properties.urls());
		}
		Directory directory = directory(settings, properties, clock, registry);
		directory.greet();
		return directory;
	}

	/** Makes it, connecting to nobody. */
	static Directory directory(DirectorySettings settings, LdapProperties properties, InstantSource clock,
			MeterRegistry registry) {
		try {
			return new Directory(settings, properties.attributes(), clock, registry);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("campanile.ldap.trusted-certificates: " + ex.getMessage(), ex);
		}
	}

}

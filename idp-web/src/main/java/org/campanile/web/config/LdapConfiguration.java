package org.campanile.web.config;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.HomeFolder;
import org.campanile.directory.Directory;
import org.campanile.directory.DirectorySettings;
import org.campanile.testkit.directory.EmbeddedDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the directory, and the embedded one where it is asked for. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LdapProperties.class)
class LdapConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(LdapConfiguration.class);

	@Bean
	@ConditionalOnProperty("campanile.ldap.embedded.enabled")
	EmbeddedDirectory embeddedDirectory(LdapProperties properties, HomeFolder home) {
		return embedded(properties, home, properties.embedded().port());
	}

	static EmbeddedDirectory embedded(LdapProperties properties, HomeFolder home, int port) {
		Optional<Path> ldif = properties.embedded().ldif(home);
		try {
			return ldif.isPresent() ? EmbeddedDirectory.start(properties.embeddedBaseDn(), ldif.get(), port)
					: EmbeddedDirectory.demo(port);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException(
					"campanile.ldap.embedded: " + ex.getMessage() + "; choose another port or file", ex);
		}
	}

	@Bean
	Directory directory(LdapProperties properties, HomeFolder home, ObjectProvider<EmbeddedDirectory> embedded,
			InstantSource clock, MeterRegistry registry) {
		DirectorySettings settings = properties.settings(home,
				Optional.ofNullable(embedded.getIfAvailable()).map(EmbeddedDirectory::address));
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

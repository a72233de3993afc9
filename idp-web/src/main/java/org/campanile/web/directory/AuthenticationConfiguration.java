package org.campanile.web.directory;

import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.directory.Directory;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;

/** Configures the check of passwords. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuthenticationProperties.class)
public class AuthenticationConfiguration {

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	DirectoryPasswordAuthenticator passwordAuthenticator(AuthenticationProperties properties, Directory directory,
			LoginThrottle throttle, InstantSource clock, MeterRegistry registry) {
		return new DirectoryPasswordAuthenticator(directory,
				properties.passwordSettings(properties.entryCache(clock, registry)), throttle, clock, registry);
	}

}

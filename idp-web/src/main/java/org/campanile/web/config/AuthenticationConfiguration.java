package org.campanile.web.config;

import java.security.SecureRandom;
import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.LoginThrottle;
import org.campanile.authn.PasswordAuthenticator;
import org.campanile.authn.password.DirectoryPasswordAuthenticator;
import org.campanile.directory.Directory;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what checks passwords. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuthenticationProperties.class)
class AuthenticationConfiguration {

	@Bean
	LoginThrottle loginThrottle(AuthenticationProperties properties, InstantSource clock, OneTimeStore store,
			MeterRegistry registry) {
		return new LoginThrottle(properties.throttleSettings(), clock, store, registry);
	}

	@Bean
	KnownBrowser.Tokens knownBrowserTokens(AuthenticationProperties properties, Sealer sealer, SecureRandom random,
			InstantSource clock) {
		return new KnownBrowser.Tokens(sealer, random, clock, properties.throttle().knownBrowsers());
	}

	@Bean
	PasswordAuthenticator passwordAuthenticator(AuthenticationProperties properties, Directory directory,
			LoginThrottle throttle, InstantSource clock, MeterRegistry registry) {
		return new DirectoryPasswordAuthenticator(directory,
				properties.passwordSettings(properties.entryCache(clock, registry)), throttle, clock, registry);
	}

}

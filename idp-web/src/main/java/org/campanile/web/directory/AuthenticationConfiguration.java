package org.campanile.web.directory;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.directory.Directory;
import org.campanile.directory.password.DirectoryPasswordAuthenticator;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.signon.SignOnSteps;

/** Makes what checks passwords. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuthenticationProperties.class)
public class AuthenticationConfiguration {

	@Bean
	LoginThrottle loginThrottle(AuthenticationProperties properties, InstantSource clock, OneTimeStore store,
			MeterRegistry registry) {
		return new LoginThrottle(properties.throttleSettings(), clock, store, registry);
	}

	/** In the order of the beans, the password first. */
	@Bean
	SignOnSteps signOnSteps(AuthenticationProperties properties, List<AuthenticationMethod> methods) {
		return new SignOnSteps(properties.authnContexts(), methods);
	}

	@Bean
	KnownBrowser.Tokens knownBrowserTokens(AuthenticationProperties properties, Sealer sealer, SecureRandom random,
			InstantSource clock) {
		return new KnownBrowser.Tokens(sealer, random, clock, properties.throttle().knownBrowsers());
	}

	@Bean
	@Order(Ordered.HIGHEST_PRECEDENCE)
	DirectoryPasswordAuthenticator passwordAuthenticator(AuthenticationProperties properties, Directory directory,
			LoginThrottle throttle, InstantSource clock, MeterRegistry registry) {
		return new DirectoryPasswordAuthenticator(directory,
				properties.passwordSettings(properties.entryCache(clock, registry)), throttle, clock, registry);
	}

}

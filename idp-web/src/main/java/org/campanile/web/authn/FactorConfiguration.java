package org.campanile.web.authn;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.campanile.authn.AuthenticationMethod;
import org.campanile.authn.KnownBrowser;
import org.campanile.authn.throttle.LoginThrottle;
import org.campanile.onetime.OneTimeStore;
import org.campanile.seal.Sealer;
import org.campanile.signon.SignOnSteps;
import org.campanile.web.factor.FactorsProperties;

/** Configures the common parts of factors of every kind. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ FactorProperties.class, FactorsProperties.class })
public class FactorConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(FactorConfiguration.class);

	@Bean
	LoginThrottle loginThrottle(FactorProperties properties, InstantSource clock, OneTimeStore store,
			MeterRegistry registry) {
		return new LoginThrottle(properties.throttleSettings(), clock, store, registry);
	}

	/**
	 * Creates the steps with the methods in the order of the beans, the password first.
	 */
	@Bean
	SignOnSteps signOnSteps(FactorProperties properties, FactorsProperties factors,
			List<AuthenticationMethod> methods) {
		SignOnSteps steps = new SignOnSteps(properties.authnContexts(), methods, factors.enrolAtLogin());
		properties.unknownKinds(methods.stream().map(AuthenticationMethod::kind).toList()).forEach(logger::warn);
		return steps;
	}

	@Bean
	KnownBrowser.Tokens knownBrowserTokens(FactorProperties properties, Sealer sealer, SecureRandom random,
			InstantSource clock) {
		return new KnownBrowser.Tokens(sealer, random, clock, properties.throttle().knownBrowsers());
	}

}

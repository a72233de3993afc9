package org.campanile.web.seal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.InstantSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;

import org.campanile.HomeFolder;
import org.campanile.seal.KeyFamily;
import org.campanile.seal.KeyRingLoader;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.Sealer;
import org.campanile.web.config.StartupLines;

/** Configures the sealing keys. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SealingProperties.class)
@Import(KeyRingWatch.class)
class SealConfiguration {

	/**
	 * After the salt, so that a sealing key without a salt shows that the salt was lost.
	 */
	@Bean
	@DependsOn("identifierSalt")
	LiveKeyRing keyRing(HomeFolder home, SealingProperties properties, SecureRandom random, InstantSource clock) {
		return load(KeyFamily.SEALING, home, properties, random, clock);
	}

	private static LiveKeyRing load(KeyFamily family, HomeFolder home, SealingProperties properties,
			SecureRandom random, InstantSource clock) {
		try {
			return new LiveKeyRing(new KeyRingLoader(family, random), home.credentials(),
					properties.sealingActivationDelay(), clock);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.credentials() + ": " + family.glob() + " cannot be read or created",
					ex);
		}
	}

	@Bean
	Sealer sealer(LiveKeyRing keyRing, SecureRandom random) {
		return new Sealer(keyRing, random);
	}

	@Bean
	@Order(StartupLines.SEALING)
	StartupLines sealingLines(LiveKeyRing keyRing) {
		return lines -> lines.add("sealing keys", keyRing.describe());
	}

	/** The keys that seal what users enrol; none are created unless they can. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty("campanile.factors.enabled")
	static class FactorKeys {

		/** After the sealing keys, for the same reason. */
		@Bean(defaultCandidate = false)
		@DependsOn("keyRing")
		LiveKeyRing factorsKeyRing(HomeFolder home, SealingProperties properties, SecureRandom random,
				InstantSource clock) {
			return load(KeyFamily.FACTORS, home, properties, random, clock);
		}

		@Bean
		KeyRingWatch factorsKeyRingWatch(@Qualifier("factorsKeyRing") LiveKeyRing keyRing) {
			return new KeyRingWatch(keyRing);
		}

		@Bean
		@Order(StartupLines.SEALING)
		StartupLines factorsKeyLines(@Qualifier("factorsKeyRing") LiveKeyRing keyRing) {
			return lines -> lines.add("keys of factors", keyRing.describe());
		}

	}

}

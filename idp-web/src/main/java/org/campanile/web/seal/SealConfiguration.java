package org.campanile.web.seal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.HomeFolder;
import org.campanile.record.KeyRingMark;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.release.IdentifierSalt;
import org.campanile.seal.KeyFamily;
import org.campanile.seal.KeyRingLoader;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.Sealer;
import org.campanile.web.config.StartupLines;

/** Configures the sealing keys. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SealingProperties.class)
@Import(SealConfiguration.KeyRingWatch.class)
class SealConfiguration {

	/** The time to wait for the durable store before a first key is created. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/**
	 * Creates the key ring after the salt, so that a sealing key without a salt shows
	 * that the salt was lost.
	 */
	@Bean
	@DependsOn("identifierSalt")
	LiveKeyRing keyRing(HomeFolder home, SealingProperties properties, SecureRandom random, InstantSource clock) {
		try {
			return new LiveKeyRing(new KeyRingLoader(KeyFamily.SEALING, random), home.credentials(),
					properties.sealingActivationDelay(), clock);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(home.credentials() + ": sealing keys cannot be read or created", ex);
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

	/** Reloads the sealing keys periodically. Thread-safe. */
	static final class KeyRingWatch {

		private final LiveKeyRing keyRing;

		KeyRingWatch(LiveKeyRing keyRing) {
			this.keyRing = keyRing;
		}

		@Scheduled(initialDelay = 10, fixedRate = 10, timeUnit = TimeUnit.SECONDS)
		void look() {
			keyRing.poll();
		}

	}

	/**
	 * Configures the keys that seal what users enrol; none are created if nothing can be
	 * enrolled.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty("campanile.factors.enabled")
	static class FactorSealing {

		@Bean
		FactorKeys factorKeys(HomeFolder home, SealingProperties properties, IdentifierSalt salt,
				@Qualifier(RecordStore.DURABLE) RecordStore store, SecureRandom random, InstantSource clock) {
			try {
				return new FactorKeys(home.credentials(), properties.sealingActivationDelay(),
						new FactorKeys.Stored(store, Records.durableHashing(salt.bytes()), random, clock), PATIENCE);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(home.credentials() + ": factors*.key cannot be read or created", ex);
			}
		}

		@Bean(defaultCandidate = false)
		LiveKeyRing factorsKeyRing(FactorKeys keys) {
			return keys.keyRing();
		}

		@Bean
		KeyRingMark factorsKeyMark(FactorKeys keys) {
			return keys.mark();
		}

		/**
		 * Reports missing keys. Part of the overall health, not of readiness: only the
		 * users whose factors are sealed with a missing key cannot prove them here.
		 */
		@Bean
		HealthIndicator factorKeysHealthIndicator(FactorKeys keys) {
			return () -> keys.fault()
				.map(fault -> Health.down().withDetail("reason", fault).build())
				.orElseGet(() -> Health.up().build());
		}

		@Bean
		@Order(StartupLines.SEALING)
		StartupLines factorsKeyLines(@Qualifier("factorsKeyRing") LiveKeyRing keyRing) {
			return lines -> lines.add("keys of factors", keyRing.describe());
		}

	}

}

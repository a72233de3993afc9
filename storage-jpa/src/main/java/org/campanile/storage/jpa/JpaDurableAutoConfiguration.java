package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.record.RecordStore;
import org.campanile.store.StoreSettings;

/**
 * Configures {@code campanile.storage.durable.type=jpa}: permanent data, beside any store
 * of sessions.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "campanile.storage.durable.type", havingValue = "jpa")
@Import(JpaDurableAutoConfiguration.DurableStores.class)
public class JpaDurableAutoConfiguration {

	/**
	 * Configures the database and the permanent data in it; also part of the store of
	 * sessions.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(JpaStorageProperties.class)
	static class DurableStores {

		/**
		 * The grace period of the purge, more than the maximum clock offset of a node
		 * that gets requests.
		 */
		private static final Duration PURGE_GRACE = Duration.ofMinutes(6);

		@Bean
		Database jpaDatabase(JpaStorageProperties properties, StoreSettings settings, MeterRegistry meters) {
			Database database = new Database(properties, settings, meters);
			database.prepare();
			return database;
		}

		@Bean
		PersistentIdStore jpaPersistentIdStore(Database database) {
			return new JpaPersistentIdStore(database);
		}

		@Bean
		ConsentStore jpaConsentStore(Database database, InstantSource clock) {
			return new JpaConsentStore(database, clock);
		}

		@Bean(name = RecordStore.DURABLE, defaultCandidate = false)
		RecordStore durableRecordStore(Database database, InstantSource clock) {
			return new JpaRecordStore(database, clock);
		}

		/**
		 * @param touches empty if sessions are stored elsewhere, as are one-time values
		 */
		@Bean
		Maintenance jpaMaintenance(Database database, Optional<TouchBuffer> touches, Optional<OneTimeEntries> oneTime,
				JpaStorageProperties properties, InstantSource clock, SecureRandom random, MeterRegistry meters) {
			// The timeout is shorter than the driver's socket timeout, or a long
			// statement
			// would cost the connection.
			Duration statementTimeout = properties.socketTimeout().multipliedBy(3).dividedBy(4);
			Purge purge = new Purge(database, clock, new Purge.PurgeLimits(properties.purgeBatch(), Long.MAX_VALUE,
					properties.purgeBudget(), statementTimeout, PURGE_GRACE), meters);
			return new Maintenance(database, touches, purge, oneTime, properties.purgeInterval(), random);
		}

	}

}

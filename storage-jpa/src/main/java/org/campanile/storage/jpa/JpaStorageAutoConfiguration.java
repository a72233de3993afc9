package org.campanile.storage.jpa;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreSettings;

/** For {@code campanile.storage.type=jpa}. */
@AutoConfiguration
@ConditionalOnProperty(name = "campanile.storage.type", havingValue = "jpa")
@EnableConfigurationProperties(JpaStorageProperties.class)
public class JpaStorageAutoConfiguration {

	/** More than the maximum clock offset of a node that gets requests. */
	private static final Duration PURGE_GRACE = Duration.ofMinutes(6);

	@Bean
	Database jpaDatabase(JpaStorageProperties properties, StoreSettings settings, MeterRegistry meters) {
		Database database = new Database(properties, settings, meters);
		database.prepare();
		return database;
	}

	@Bean
	TouchBuffer jpaTouchBuffer(Database database, InstantSource clock, JpaStorageProperties properties,
			MeterRegistry meters) {
		return new TouchBuffer(database, clock, properties.commitMode(), meters);
	}

	@Bean
	SessionStore jpaSessionStore(Database database, InstantSource clock, JpaStorageProperties properties,
			TouchBuffer touches) {
		return new JpaSessionStore(database, clock, properties.commitMode(), touches);
	}

	@Bean
	OneTimeStore jpaOneTimeStore(Database database, InstantSource clock) {
		return new JpaOneTimeStore(database, clock);
	}

	@Bean
	RecordStore jpaRecordStore(Database database, InstantSource clock) {
		return new JpaRecordStore(database, clock);
	}

	@Bean
	PersistentIdStore jpaPersistentIdStore(Database database) {
		return new JpaPersistentIdStore(database);
	}

	@Bean
	ConsentStore jpaConsentStore(Database database, InstantSource clock) {
		return new JpaConsentStore(database, clock);
	}

	/** The clock of the database server. */
	@Bean
	StoreClock jpaStoreClock(Database database) {
		return () -> database.call("reading its clock",
				session -> session.createNativeQuery("SELECT clock_timestamp() AS now", Instant.class)
					.addScalar("now", Instant.class)
					.getSingleResult());
	}

	@Bean
	Maintenance jpaMaintenance(Database database, TouchBuffer touches, JpaStorageProperties properties,
			InstantSource clock, SecureRandom random, MeterRegistry meters) {
		// Shorter than the driver's socket timeout, or a long statement would cost the
		// connection.
		Duration statementTimeout = properties.socketTimeout().multipliedBy(3).dividedBy(4);
		Purge purge = new Purge(database, clock, new Purge.PurgeLimits(properties.purgeBatch(), Long.MAX_VALUE,
				properties.purgeBudget(), statementTimeout, PURGE_GRACE), meters);
		return new Maintenance(database, touches, purge,
				new OneTimeEntries(database, OneTimeEntries.WARNING_THRESHOLD, meters), properties.purgeInterval(),
				random);
	}

}

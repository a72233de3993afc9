package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreClock;

/**
 * Configures {@code campanile.storage.type=jpa}: sessions and all else that ends with
 * them, beside permanent data.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "campanile.storage.type", havingValue = "jpa")
@Import(JpaDurableAutoConfiguration.DurableStores.class)
public class JpaStorageAutoConfiguration {

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

	/**
	 * Returns the clock of the database server. With sessions elsewhere it is not the one
	 * that the nodes share, and no reason for a node to be unready.
	 */
	@Bean
	StoreClock jpaStoreClock(Database database) {
		return () -> database.call("reading its clock",
				session -> session.createNativeQuery("SELECT clock_timestamp() AS now", Instant.class)
					.addScalar("now", Instant.class)
					.getSingleResult());
	}

	@Bean
	OneTimeEntries jpaOneTimeEntries(Database database, MeterRegistry meters) {
		return new OneTimeEntries(database, OneTimeEntries.WARNING_THRESHOLD, meters);
	}

}

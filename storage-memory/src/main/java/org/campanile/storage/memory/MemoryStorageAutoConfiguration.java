package org.campanile.storage.memory;

import java.time.InstantSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;

/** Configures {@code campanile.storage.type=memory}, which is the default. */
@AutoConfiguration
@ConditionalOnProperty(name = "campanile.storage.type", havingValue = "memory", matchIfMissing = true)
@EnableConfigurationProperties(MemoryStorageAutoConfiguration.MemoryStorageProperties.class)
public class MemoryStorageAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(MemoryStorageAutoConfiguration.class);

	/**
	 * The limits of the memory store.
	 *
	 * @param maxSessions how many sessions are kept at most, in half of the heap; beyond
	 * it, those that expire soonest are evicted
	 * @param maxMarks how many replay keys and one-time values are kept at most; beyond
	 * it, new requests are refused
	 * @param maxRecords how many records are kept at most, such as a proxy-granting
	 * ticket or the recent sign-ins of a user; beyond it, new ones are refused
	 */
	@ConfigurationProperties("campanile.storage.memory")
	public record MemoryStorageProperties(@DefaultValue("1000000") long maxSessions,
			@DefaultValue("1000000") long maxMarks, @DefaultValue("100000") long maxRecords) {

		public MemoryStorageProperties {
			requirePositive("max-sessions", maxSessions);
			requirePositive("max-marks", maxMarks);
			requirePositive("max-records", maxRecords);
		}

	}

	static void requirePositive(String key, long value) {
		if (value < 1) {
			throw new IllegalArgumentException(
					"campanile.storage.memory." + key + ": " + value + " is not a capacity; set 1 or more");
		}
	}

	/**
	 * Returns the capacity, at most half of the heap; requests, caches and one-time
	 * values need the rest.
	 */
	@Bean
	SessionCapacity memorySessionCapacity(MemoryStorageProperties properties) {
		return new SessionCapacity(properties.maxSessions(), Runtime.getRuntime().maxMemory() / 2);
	}

	@Bean
	SessionStore memorySessionStore(InstantSource clock, SessionCapacity memorySessionCapacity) {
		logger.info("Sessions are kept in the memory of this node: they end when it stops, and are not shared with "
				+ "other nodes");
		return new MemorySessionStore(clock, memorySessionCapacity);
	}

	@Bean
	OneTimeCapacity memoryOneTimeCapacity(MemoryStorageProperties properties) {
		return new OneTimeCapacity("campanile.storage.memory.max-marks", properties.maxMarks());
	}

	@Bean
	OneTimeStore memoryOneTimeStore(InstantSource clock, OneTimeCapacity memoryOneTimeCapacity) {
		return new MemoryOneTimeStore(clock, memoryOneTimeCapacity);
	}

	@Bean
	RecordStore memoryRecordStore(InstantSource clock, MemoryStorageProperties properties) {
		return new MemoryRecordStore(clock, properties.maxRecords(), "campanile.storage.memory.max-records");
	}

}

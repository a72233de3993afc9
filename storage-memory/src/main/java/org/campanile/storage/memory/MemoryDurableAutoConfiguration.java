package org.campanile.storage.memory;

import java.time.InstantSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.record.RecordStore;

/**
 * Configures {@code campanile.storage.durable.type=memory}, also for session stores
 * without permanent data if that setting is absent: ordered last, and backs off if
 * another store provides it. Independent of {@code campanile.storage.type}.
 */
@AutoConfiguration
@AutoConfigureOrder(Integer.MAX_VALUE)
@ConditionalOnProperty(name = "campanile.storage.durable.type", havingValue = "memory", matchIfMissing = true)
@EnableConfigurationProperties(MemoryDurableAutoConfiguration.MemoryDurableProperties.class)
public class MemoryDurableAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(MemoryDurableAutoConfiguration.class);

	/**
	 * The limits of durable state kept in memory.
	 *
	 * @param maxPersistentIds how many stored persistent identifiers are kept at most,
	 * revoked ones included; beyond it, no new ones are issued
	 * @param maxConsents how many consents are kept at most; beyond it, those least
	 * likely to be used are evicted
	 * @param maxRecords how many users' enrolled factors and the like are kept at most;
	 * beyond it, new ones are refused
	 * @param acceptLoss whether users may enrol factors although all are lost when the
	 * node stops, for trials and tests; otherwise the server does not start with them
	 */
	@ConfigurationProperties("campanile.storage.memory.durable")
	public record MemoryDurableProperties(@DefaultValue("1000000") long maxPersistentIds,
			@DefaultValue("1000000") long maxConsents, @DefaultValue("100000") long maxRecords,
			@DefaultValue("false") boolean acceptLoss) {

		public MemoryDurableProperties {
			MemoryStorageAutoConfiguration.requirePositive("durable.max-persistent-ids", maxPersistentIds);
			MemoryStorageAutoConfiguration.requirePositive("durable.max-consents", maxConsents);
			MemoryStorageAutoConfiguration.requirePositive("durable.max-records", maxRecords);
		}

	}

	@Bean
	@ConditionalOnMissingBean
	PersistentIdStore memoryPersistentIdStore(MemoryDurableProperties properties) {
		logger.info("Stored persistent identifiers and consent are kept in the memory of this node, for trials only: "
				+ "they are lost when it stops and are not shared with other nodes; campanile.storage.durable.type jpa "
				+ "keeps them");
		return new MemoryPersistentIdStore(properties.maxPersistentIds());
	}

	@Bean
	@ConditionalOnMissingBean
	ConsentStore memoryConsentStore(InstantSource clock, MemoryDurableProperties properties) {
		return new MemoryConsentStore(clock, properties.maxConsents());
	}

	@Bean(name = RecordStore.DURABLE, defaultCandidate = false)
	@ConditionalOnMissingBean(name = RecordStore.DURABLE)
	RecordStore durableRecordStore(InstantSource clock, MemoryDurableProperties properties) {
		if (properties.acceptLoss()) {
			logger.warn("campanile.storage.memory.durable.accept-loss: what users enrol to sign in with is lost when "
					+ "this node stops, and no other node asks for it");
		}
		return new MemoryRecordStore(clock, properties.maxRecords(), "campanile.storage.memory.durable.max-records");
	}

}

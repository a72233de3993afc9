package org.campanile.storage.memory;

import java.time.InstantSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;

/**
 * For stores of sessions without durable state: ordered last, and backs off if another
 * store provides it. Independent of {@code campanile.storage.type}.
 */
@AutoConfiguration
@AutoConfigureOrder(Integer.MAX_VALUE)
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
	 */
	@ConfigurationProperties("campanile.storage.memory.durable")
	public record MemoryDurableProperties(@DefaultValue("1000000") long maxPersistentIds,
			@DefaultValue("1000000") long maxConsents) {

		public MemoryDurableProperties {
			MemoryStorageAutoConfiguration.requirePositive("durable.max-persistent-ids", maxPersistentIds);
			MemoryStorageAutoConfiguration.requirePositive("durable.max-consents", maxConsents);
		}

	}

	@Bean
	@ConditionalOnMissingBean
	PersistentIdStore memoryPersistentIdStore(MemoryDurableProperties properties) {
		logger.info("Stored persistent identifiers and consent are kept in the memory of this node, for trials only: "
				+ "they are lost when it stops and are not shared with other nodes; campanile.storage.type jpa keeps "
				+ "them");
		return new MemoryPersistentIdStore(properties.maxPersistentIds());
	}

	@Bean
	@ConditionalOnMissingBean
	ConsentStore memoryConsentStore(InstantSource clock, MemoryDurableProperties properties) {
		return new MemoryConsentStore(clock, properties.maxConsents());
	}

}

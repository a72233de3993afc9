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

import org.campanile.durable.ConsentStore;
import org.campanile.durable.PersistentIdStore;

/**
 * For a store of sessions that keeps nothing durable, whichever it is: comes last, and
 * gives way to any other. Not chosen by a type of its own.
 */
@AutoConfiguration
@AutoConfigureOrder(Integer.MAX_VALUE)
@EnableConfigurationProperties(MemoryDurableAutoConfiguration.MemoryDurableProperties.class)
public class MemoryDurableAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(MemoryDurableAutoConfiguration.class);

	/**
	 * The bounds of what should be durable but lives in memory.
	 *
	 * @param maxPersistentIds how many stored persistent identifiers are kept at most,
	 * revoked ones included; beyond it, no new ones are given
	 * @param maxConsents how many consents are kept at most; beyond it, those least
	 * likely to be looked for are dropped
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
		logger.info("Stored persistent identifiers and consent live in the memory of this node, for a trial: "
				+ "they are lost when it stops, and no other node knows them; "
				+ "campanile.storage.type jpa keeps them");
		return new MemoryPersistentIdStore(properties.maxPersistentIds());
	}

	@Bean
	@ConditionalOnMissingBean
	ConsentStore memoryConsentStore(InstantSource clock, MemoryDurableProperties properties) {
		return new MemoryConsentStore(clock, properties.maxConsents());
	}

}

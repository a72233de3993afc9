package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.InstantSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import org.campanile.onetime.OneTimeCapacity;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreCopies;

/** Configures {@code campanile.storage.type=hazelcast}. */
@AutoConfiguration
@ConditionalOnProperty(name = "campanile.storage.type", havingValue = "hazelcast")
@EnableConfigurationProperties(HazelcastStorageProperties.class)
public class HazelcastStorageAutoConfiguration {

	/**
	 * Creates the cluster, which is closed after the stores; they are closed after the
	 * web server has drained.
	 */
	@Bean(destroyMethod = "close")
	HazelcastCluster hazelcastCluster(HazelcastStorageProperties properties, MeterRegistry meters) {
		return HazelcastCluster.join(properties, meters);
	}

	@Bean
	SessionStore hazelcastSessionStore(HazelcastCluster cluster, InstantSource clock, SecureRandom random,
			HazelcastStorageProperties properties, MeterRegistry meters) {
		return new HazelcastSessionStore(cluster.instance(), cluster.operations(), clock, random,
				new Touches(properties.callTimeout(), meters));
	}

	@Bean
	OneTimeCapacity hazelcastOneTimeCapacity(HazelcastStorageProperties properties) {
		return new OneTimeCapacity("campanile.storage.hazelcast.max-marks, or the heap",
				properties.oneTimeLimit(Runtime.getRuntime().maxMemory()));
	}

	@Bean
	OneTimeStore hazelcastOneTimeStore(HazelcastCluster cluster, InstantSource clock, SecureRandom random,
			OneTimeCapacity hazelcastOneTimeCapacity) {
		return new HazelcastOneTimeStore(cluster.instance(), cluster.operations(), clock, random,
				hazelcastOneTimeCapacity);
	}

	@Bean
	RecordStore hazelcastRecordStore(HazelcastCluster cluster, InstantSource clock, SecureRandom random) {
		return new HazelcastRecordStore(cluster.instance(), cluster.operations(), clock, random);
	}

	@Bean
	StoreClock hazelcastClock(HazelcastCluster cluster) {
		return cluster::readClock;
	}

	@Bean
	StoreCopies hazelcastCopies(HazelcastCluster cluster) {
		return cluster.copies();
	}

}

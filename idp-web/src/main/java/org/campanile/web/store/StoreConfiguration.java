package org.campanile.web.store;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.annotation.Scheduled;

import org.campanile.consent.ConsentStore;
import org.campanile.identifier.PersistentIdStore;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.KeyRingMark;
import org.campanile.record.RecordStore;
import org.campanile.record.Records;
import org.campanile.release.IdentifierSalt;
import org.campanile.seal.LiveKeyRing;
import org.campanile.seal.Sealer;
import org.campanile.session.SessionOrigin;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreCopies;
import org.campanile.store.StoreSettings;
import org.campanile.store.resilience.ClockComparison;
import org.campanile.store.resilience.StoreGuards;
import org.campanile.web.config.StartupLines;

/** Configures sessions, the guard around the chosen store, and its health. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ StorageProperties.class, SessionProperties.class })
@Import({ StoreGuards.class, DeferredTermination.class })
class StoreConfiguration {

	/** Creates the post-processor; static, because it is created before this class is. */
	@Bean
	static GuardingPostProcessor guardingPostProcessor(ObjectProvider<StoreGuards> guards) {
		return new GuardingPostProcessor(guards);
	}

	@Bean
	StoreSettings storeSettings(StorageProperties properties) {
		return properties.settings();
	}

	@Bean
	SessionPolicy sessionPolicy(SessionProperties properties) {
		return properties.policy();
	}

	@Bean
	Sessions sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock, SecureRandom random,
			ObjectProvider<SessionOrigin.Current> origin) {
		return new Sessions(store, sealer, policy, clock, random,
				origin.getIfAvailable(() -> () -> SessionOrigin.UNKNOWN));
	}

	/**
	 * Creates the records of the session backend: sealed with keys that rotate, for data
	 * that ends with a session.
	 */
	@Bean
	Records records(RecordStore store, Sealer sealer, InstantSource clock) {
		return new Records(store, sealer, clock);
	}

	/**
	 * Creates the records for permanent data: found by hashes of the salt, with which
	 * identifiers end as well, and sealed with keys of their own that rotate. Only for
	 * what users enrol, so that no key is created where nothing needs it.
	 */
	@Bean(defaultCandidate = false)
	@ConditionalOnBooleanProperty("campanile.factors.enabled")
	Records durableRecords(@Qualifier(RecordStore.DURABLE) RecordStore store,
			@Qualifier("factorsKeyRing") LiveKeyRing keyRing, KeyRingMark factorsKeyMark, IdentifierSalt salt,
			SecureRandom random, InstantSource clock) {
		return Records.durable(factorsKeyMark.guard(store), new Sealer(keyRing, random),
				Records.durableHashing(salt.bytes()), clock);
	}

	@Bean
	@Order(StartupLines.STORE)
	StartupLines storeLines(StorageProperties properties) {
		return lines -> lines.add("store", properties.describe());
	}

	@Bean
	StoreWatch storeWatch(StoreGuards guards, ObjectProvider<StoreClock> shared, InstantSource clock,
			StorageProperties properties, StoreSettings settings, MeterRegistry registry) {
		Optional<ClockComparison> comparison = Optional.ofNullable(shared.getIfAvailable())
			.map(storeClock -> new ClockComparison(storeClock, clock, properties.clockTolerance(), settings, registry));
		return new StoreWatch(guards, comparison);
	}

	/**
	 * Reports the health of the store. Part of readiness, because nothing is served
	 * without the store, and a joining node is ready once the copies are complete. Copies
	 * missing later and pending terminations are details that do not affect readiness;
	 * nor does a separate durable store, without which most users can still sign on, and
	 * which usually is down for all nodes at once.
	 */
	@Bean
	HealthIndicator storeHealthIndicator(StoreGuards guards, Sessions sessions, StorageProperties properties,
			ObjectProvider<StoreCopies> provided) {
		StoreCopies copies = provided.getIfAvailable(() -> StoreCopies.NONE);
		boolean separate = properties.hasSeparateDurableStore();
		return () -> {
			List<String> faults = new ArrayList<>(separate ? guards.sessionFaults() : guards.faults());
			if (!copies.complete()) {
				faults.add(copies.missing() + " copies of partitions are missing since this node joined");
			}
			Health.Builder health = health(faults).withDetail("pendingEnds", sessions.pendingEnds())
				.withDetail("copiesMissing", copies.missing());
			List<String> durable = separate ? guards.durableFaults() : List.of();
			return durable.isEmpty() ? health.build()
					: health.withDetail("durable", String.join("; ", durable)).build();
		};
	}

	@Bean
	HealthIndicator clockHealthIndicator(StoreWatch watch) {
		return () -> health(watch.clockFaults()).build();
	}

	private static Health.Builder health(List<String> faults) {
		return faults.isEmpty() ? Health.up() : Health.outOfService().withDetail("reason", String.join("; ", faults));
	}

	/**
	 * Probes the stores and compares the clock while there are no requests. Thread-safe.
	 */
	static class StoreWatch {

		private final StoreGuards guards;

		private final Optional<ClockComparison> clock;

		/**
		 * @param clock empty if the nodes share none
		 */
		StoreWatch(StoreGuards guards, Optional<ClockComparison> clock) {
			this.guards = guards;
			this.clock = clock;
		}

		@Scheduled(fixedRate = 1, timeUnit = TimeUnit.SECONDS)
		void run() {
			guards.probe();
			clock.ifPresent(ClockComparison::compareIfDue);
		}

		List<String> clockFaults() {
			return clock.flatMap(ClockComparison::fault).stream().toList();
		}

	}

	/**
	 * Puts the guard around every store of a backend, transparently for the backend and
	 * its callers, which inject the interface type.
	 */
	private static final class GuardingPostProcessor implements BeanPostProcessor, Ordered {

		private final ObjectProvider<StoreGuards> guards;

		/**
		 * @param guards resolved with the first store, because this is created before
		 * other beans
		 */
		GuardingPostProcessor(ObjectProvider<StoreGuards> guards) {
			this.guards = guards;
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			return switch (bean) {
				case SessionStore store -> guards.getObject().guard(store);
				case OneTimeStore store -> guards.getObject().guard(store);
				case RecordStore store when name.equals(RecordStore.DURABLE) -> guards.getObject().guardDurable(store);
				case RecordStore store -> guards.getObject().guard(store);
				case PersistentIdStore store -> guards.getObject().guard(store);
				case ConsentStore store -> guards.getObject().guard(store);
				default -> bean;
			};
		}

		/**
		 * Runs before unordered post-processors, so that their additions are outside the
		 * guard.
		 */
		@Override
		public int getOrder() {
			return LOWEST_PRECEDENCE;
		}

	}

}

package org.campanile.web.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.campanile.audit.AuditLog;
import org.campanile.logout.SingleLogout;
import org.campanile.session.Sessions;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreCopies;
import org.campanile.store.StoreSettings;
import org.campanile.store.guard.ClockComparison;
import org.campanile.store.guard.StoreGuards;
import org.campanile.web.config.StorageProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What stands between this server and whatever store was chosen. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StorageProperties.class)
class StoreConfiguration {

	/** Static, for it is made before this class is. */
	@Bean
	static GuardingPostProcessor guardingPostProcessor(ObjectProvider<StoreGuards> guards) {
		return new GuardingPostProcessor(guards);
	}

	@Bean
	StoreSettings storeSettings(StorageProperties properties) {
		return properties.settings();
	}

	@Bean
	StoreGuards storeGuards(StoreSettings settings, MeterRegistry registry) {
		return new StoreGuards(settings, registry);
	}

	@Bean
	StoreWatch storeWatch(StoreGuards guards, ObjectProvider<StoreClock> shared, InstantSource clock,
			StorageProperties properties, StoreSettings settings, MeterRegistry registry) {
		Optional<ClockComparison> comparison = Optional.ofNullable(shared.getIfAvailable())
			.map(theirs -> new ClockComparison(theirs, clock, properties.clockTolerance(), settings, registry));
		return new StoreWatch(guards, comparison);
	}

	@Bean
	LateEnds lateEnds(Sessions sessions, SingleLogout singleLogout, AuditLog auditLog, MeterRegistry registry) {
		return new LateEnds(sessions, singleLogout, auditLog, registry);
	}

	/**
	 * Part of readiness, for nothing is served without the store, and a node that joins
	 * is ready once the copies are complete. Copies that are missing later and sessions
	 * that wait to be ended are details that make no node unready.
	 */
	@Bean
	HealthIndicator storeHealthIndicator(StoreWatch watch, Sessions sessions, ObjectProvider<StoreCopies> provided) {
		StoreCopies copies = provided.getIfAvailable(() -> StoreCopies.NONE);
		return () -> {
			List<String> faults = new ArrayList<>(watch.storeFaults());
			if (!copies.complete()) {
				faults.add(copies.missing() + " copies of partitions are missing since this node joined");
			}
			return health(faults).withDetail("pendingEnds", sessions.pendingEnds())
				.withDetail("copiesMissing", copies.missing())
				.build();
		};
	}

	@Bean
	HealthIndicator clockHealthIndicator(StoreWatch watch) {
		return () -> health(watch.clockFaults()).build();
	}

	private static Health.Builder health(List<String> faults) {
		return faults.isEmpty() ? Health.up() : Health.outOfService().withDetail("reason", String.join("; ", faults));
	}

}

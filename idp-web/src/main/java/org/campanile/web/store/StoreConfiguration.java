package org.campanile.web.store;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

import org.campanile.audit.AuditLog;
import org.campanile.logout.SingleLogout;
import org.campanile.session.Sessions;
import org.campanile.store.StoreClock;
import org.campanile.store.StoreCopies;
import org.campanile.store.StoreSettings;
import org.campanile.store.resilience.ClockComparison;
import org.campanile.store.resilience.StoreGuards;
import org.campanile.web.config.StartupLines;

/** The guard around the chosen store, and its health. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StorageProperties.class)
class StoreConfiguration {

	/** Static, because it is created before this class is. */
	@Bean
	static GuardingPostProcessor guardingPostProcessor(ObjectProvider<StoreGuards> guards) {
		return new GuardingPostProcessor(guards);
	}

	@Bean
	StoreSettings storeSettings(StorageProperties properties) {
		return properties.settings();
	}

	@Bean
	@Order(StartupLines.STORE)
	StartupLines storeLines(StorageProperties properties) {
		return lines -> lines.add("store", properties.type());
	}

	@Bean
	StoreGuards storeGuards(StoreSettings settings, MeterRegistry registry) {
		return new StoreGuards(settings, registry);
	}

	@Bean
	StoreWatch storeWatch(StoreGuards guards, ObjectProvider<StoreClock> shared, InstantSource clock,
			StorageProperties properties, StoreSettings settings, MeterRegistry registry) {
		Optional<ClockComparison> comparison = Optional.ofNullable(shared.getIfAvailable())
			.map(storeClock -> new ClockComparison(storeClock, clock, properties.clockTolerance(), settings, registry));
		return new StoreWatch(guards, comparison);
	}

	@Bean
	DeferredTermination deferredTermination(Sessions sessions, SingleLogout singleLogout, AuditLog auditLog,
			MeterRegistry registry) {
		return new DeferredTermination(sessions, singleLogout, auditLog, registry);
	}

	/**
	 * Part of readiness, because nothing is served without the store, and a joining node
	 * is ready once the copies are complete. Copies missing later and pending
	 * terminations are details that do not affect readiness.
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

package org.campanile.web.lifecycle;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import io.github.bucket4j.TimeMeter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreCopies;
import org.campanile.store.resilience.StoreGuards;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.endpoint.Endpoints;
import org.campanile.web.store.StorageProperties;

/** The beans of startup and shutdown. */
@Configuration(proxyBeanMethods = false)
class LifecycleConfiguration {

	@Bean
	Drain drain(HttpProperties properties, StorageProperties storage, WebServerApplicationContext context) {
		return new Drain(properties.drain(storage.inThisProcess()), context, TimeMeter.SYSTEM_NANOTIME);
	}

	@Bean
	FilterRegistrationBean<FailoverFilter> elsewhereFilter(Drain drain, Endpoints endpoints, StoreGuards guards,
			ObjectProvider<StoreCopies> provided) {
		// If the nodes hold the store themselves, an isolated node leaves requests to the
		// others. A database is usually unreachable for all nodes at once: users with a
		// session then wait here, and the proxy must not consider all nodes failed.
		boolean inNodes = provided.getIfAvailable(() -> StoreCopies.NONE) != StoreCopies.NONE;
		FilterRegistrationBean<FailoverFilter> registration = new FilterRegistrationBean<>(new FailoverFilter(drain,
				endpoints, () -> inNodes && !guards.signOnFaults().isEmpty(), TimeMeter.SYSTEM_NANOTIME));
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	/**
	 * A single node has no other node to take over its requests, so it opens its port at
	 * once.
	 */
	@Bean
	StartGate startGate(StorageProperties storage, SessionStore sessions, OneTimeStore oneTime,
			ObjectProvider<StartGate.Probe> contributed, InstantSource clock, SecureRandom random,
			ObjectProvider<StoreCopies> provided) {
		if (storage.inThisProcess()) {
			return new StartGate(List.of());
		}
		StoreCopies copies = provided.getIfAvailable(() -> StoreCopies.NONE);
		List<StartGate.Probe> probes = new ArrayList<>();
		probes.add(new StartGate.Probe("store", new StoreRehearsal(sessions, oneTime, clock, random)));
		contributed.orderedStream().forEach(probes::add);
		probes.add(new StartGate.Probe("last copy of the sessions", copies::complete));
		return new StartGate(probes);
	}

}

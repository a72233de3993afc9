package org.campanile.web.lifecycle;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import org.campanile.directory.Directory;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreCopies;
import org.campanile.store.guard.StoreGuards;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.config.StorageProperties;
import org.campanile.web.endpoint.Endpoints;
import io.github.bucket4j.TimeMeter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Makes what start and stop need. */
@Configuration(proxyBeanMethods = false)
class LifecycleConfiguration {

	@Bean
	Drain drain(HttpProperties properties, StorageProperties storage, WebServerApplicationContext context) {
		return new Drain(properties.drainWith(storage), context);
	}

	@Bean
	FilterRegistrationBean<ElsewhereFilter> elsewhereFilter(Drain drain, Endpoints endpoints, StoreGuards guards,
			ObjectProvider<StoreCopies> provided) {
		// Of nodes that hold the store themselves, one that is cut off leaves requests to
		// the others. A database is usually away for all nodes: users with a session wait
		// for it here, and the proxy must not take all nodes for failed.
		boolean inNodes = provided.getIfAvailable(() -> StoreCopies.NONE) != StoreCopies.NONE;
		FilterRegistrationBean<ElsewhereFilter> registration = new FilterRegistrationBean<>(new ElsewhereFilter(drain,
				endpoints, () -> inNodes && !guards.signOnFaults().isEmpty(), TimeMeter.SYSTEM_NANOTIME));
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	/** A node alone has nobody to leave the work to, and opens at once. */
	@Bean
	StartGate startGate(StorageProperties storage, SessionStore sessions, OneTimeStore oneTime, Directory directory,
			InstantSource clock, SecureRandom random, ObjectProvider<StoreCopies> provided) {
		if (storage.inThisProcess()) {
			return new StartGate(List.of());
		}
		StoreCopies copies = provided.getIfAvailable(() -> StoreCopies.NONE);
		return new StartGate(List.of(new StartGate.Probe("store", new StoreRehearsal(sessions, oneTime, clock, random)),
				new StartGate.Probe("directory", directory::isHealthy),
				new StartGate.Probe("last copy of the sessions", copies::complete)));
	}

}

package org.campanile.web.lifecycle;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

import org.campanile.directory.Directory;
import org.campanile.onetime.OneTimeStore;
import org.campanile.session.SessionStore;
import org.campanile.store.guard.StoreGuards;
import org.campanile.web.config.HttpProperties;
import org.campanile.web.config.StorageProperties;
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
	FilterRegistrationBean<ElsewhereFilter> elsewhereFilter(Drain drain, StoreGuards guards) {
		FilterRegistrationBean<ElsewhereFilter> registration = new FilterRegistrationBean<>(
				new ElsewhereFilter(drain, () -> !guards.signOnFaults().isEmpty()));
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	/** A node alone has nobody to leave the work to, and opens at once. */
	@Bean
	StartGate startGate(StorageProperties storage, SessionStore sessions, OneTimeStore oneTime, Directory directory,
			InstantSource clock, SecureRandom random) {
		if (storage.inThisProcess()) {
			return new StartGate(List.of());
		}
		return new StartGate(List.of(new StartGate.Probe("store", new StoreRehearsal(sessions, oneTime, clock, random)),
				new StartGate.Probe("directory", directory::isHealthy)));
	}

}

package org.campanile.demo.service;

import java.time.Duration;
import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.serviceprovider.ServiceProvider;

/**
 * A service of the demo.
 *
 * @param path its path below the base URL, such as {@code /demo}
 * @param name its English name
 * @param provider its SAML service provider
 * @param tracker the requests it has sent and the assertions it has accepted. It keeps no
 * state of a browser: a response is shown to the browser that delivers it.
 */
record DemoService(String path, String name, ServiceProvider provider, DemoTracker tracker) {

	/** The time that a user may take to sign in. */
	private static final Duration PATIENCE = Duration.ofMinutes(30);

	static DemoService of(String path, String name, ServiceProvider provider, OneTimeStore store, InstantSource clock) {
		return new DemoService(path, name, provider, new DemoTracker(store, path, PATIENCE, clock));
	}

}

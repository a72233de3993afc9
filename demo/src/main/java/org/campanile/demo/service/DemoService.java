package org.campanile.demo.service;

import java.time.Duration;
import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.serviceprovider.ServiceProvider;

/**
 * One of the demo's services.
 *
 * @param path where it lives below the base address, such as {@code /demo}
 * @param name its English name
 * @param provider its SAML half
 * @param tracker what it asked for and what it has used. It remembers no browser: who
 * lands here with an answer is shown that answer, and nothing is kept of it.
 */
record DemoService(String path, String name, ServiceProvider provider, DemoTracker tracker) {

	/** How long a person may take to sign in. */
	private static final Duration PATIENCE = Duration.ofMinutes(30);

	static DemoService of(String path, String name, ServiceProvider provider, OneTimeStore store, InstantSource clock) {
		return new DemoService(path, name, provider, new DemoTracker(store, path, PATIENCE, clock));
	}

}

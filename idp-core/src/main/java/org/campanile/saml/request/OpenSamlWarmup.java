package org.campanile.saml.request;

import org.campanile.saml.opensaml.OpenSaml;

/**
 * Starts what takes long to start, beside all else that a server does at its start. To be
 * called at most once, and early; whoever needs it before it is done waits for it.
 */
public final class OpenSamlWarmup {

	private OpenSamlWarmup() {
	}

	/** Begins and returns at once. */
	public static void begin() {
		Thread.ofPlatform().daemon().name("opensaml-start").start(() -> {
			try {
				OpenSaml.get();
			}
			catch (LinkageError | RuntimeException ex) {
				// Whoever needs it next gets the same, where it can be told.
				Thread.yield();
			}
		});
	}

}

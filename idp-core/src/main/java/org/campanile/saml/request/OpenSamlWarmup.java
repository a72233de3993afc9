package org.campanile.saml.request;

import org.campanile.saml.opensaml.OpenSaml;

/**
 * Initializes OpenSAML in parallel with the rest of the start. To be called at most once,
 * and early; a caller that needs it sooner waits for it.
 */
public final class OpenSamlWarmup {

	private OpenSamlWarmup() {
	}

	/** Starts in the background and returns at once. */
	public static void begin() {
		Thread.ofPlatform().daemon().name("opensaml-start").start(() -> {
			try {
				OpenSaml.get();
			}
			catch (LinkageError | RuntimeException ex) {
				// The next caller gets the same failure, and can report it.
				Thread.yield();
			}
		});
	}

}

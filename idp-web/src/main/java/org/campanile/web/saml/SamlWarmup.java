package org.campanile.web.saml;

import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.web.lifecycle.Warmup;

/**
 * Initializes OpenSAML in parallel with the rest of the start; a caller that needs it
 * sooner waits for it.
 */
public final class SamlWarmup implements Warmup {

	@Override
	public void begin() {
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

package org.campanile.web.lifecycle;

/**
 * Initializes something slow in parallel with the rest of the startup. Found by
 * {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface Warmup {

	/** Begins to warm up. Called once, early in the startup; must return at once. */
	void begin();

}

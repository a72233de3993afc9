package org.campanile.web.lifecycle;

/**
 * Starts what takes long to start, beside all else that a server does at its start. Found
 * by {@link java.util.ServiceLoader}.
 */
@FunctionalInterface
public interface Warmup {

	/** Begins, once and early, and returns at once. */
	void begin();

}

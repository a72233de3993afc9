package org.campanile.store;

import java.time.Duration;

/**
 * Settings of every store that can block its caller.
 *
 * @param deadline how long one operation may take before its caller continues without it
 */
public record StoreSettings(Duration deadline) {

	/**
	 * The default timeout, one second: longer than a store is unresponsive while a node
	 * joins or a dead one is detected, and short enough for a request, which calls it
	 * three times at most, to fail within three seconds.
	 */
	public static final StoreSettings DEFAULTS = new StoreSettings(Duration.ofSeconds(1));

}

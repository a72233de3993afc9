package org.campanile.store;

import java.time.Duration;

/**
 * What is asked of every store that can keep its caller waiting.
 *
 * @param deadline how long one operation may take before its caller goes on without it
 */
public record StoreSettings(Duration deadline) {

	/**
	 * A second: longer than a store is silent while a node joins, or while one that died
	 * is given up, and short enough for a request, which asks it three times at the most,
	 * to fail within three.
	 */
	public static final StoreSettings DEFAULTS = new StoreSettings(Duration.ofSeconds(1));

}

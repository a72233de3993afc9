package org.campanile.store;

import java.time.Instant;

/**
 * The clock that the nodes of a cluster share: that of their database or of the cluster.
 * A node compares its own clock with it. Thread-safe.
 */
@FunctionalInterface
public interface StoreClock {

	/** The shared clock's time, accurate to the duration of the call. */
	Instant read() throws StoreUnavailableException;

}

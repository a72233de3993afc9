package org.campanile.store;

import java.time.Instant;

/**
 * The clock that the nodes of a cluster share: their database's, or the cluster's. A node
 * compares its own clock with it. Thread-safe.
 */
@FunctionalInterface
public interface StoreClock {

	/** The shared clock's time, accurate to the duration of the call. */
	Instant read() throws StoreUnavailableException;

}

package org.campanile.store;

import java.time.Instant;

/**
 * The clock that the nodes of a cluster share: their database's, or that of their
 * cluster. Against it a node tells whether its own goes wrong. Thread-safe.
 */
@FunctionalInterface
public interface StoreClock {

	/** What the shared clock reads, to within the time of asking. */
	Instant read() throws StoreUnavailableException;

}

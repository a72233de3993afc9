package org.campanile.store.resilience;

import org.campanile.store.StoreUnavailableException;

/** An operation of a store. */
@FunctionalInterface
interface GuardedOperation<T> {

	/**
	 * @param repeated whether it was tried before, with an unknown outcome
	 */
	T run(boolean repeated) throws StoreUnavailableException;

}

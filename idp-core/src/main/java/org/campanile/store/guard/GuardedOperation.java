package org.campanile.store.guard;

import org.campanile.store.StoreUnavailableException;

/** One operation of a store. */
@FunctionalInterface
interface GuardedOperation<T> {

	/**
	 * @param repeated whether it was tried before, with an outcome that is not known
	 */
	T run(boolean repeated) throws StoreUnavailableException;

}

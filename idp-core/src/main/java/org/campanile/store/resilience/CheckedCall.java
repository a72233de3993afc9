package org.campanile.store.resilience;

/** A call under the guard; may throw whatever the retry library lets through. */
@FunctionalInterface
interface CheckedCall<T> {

	T run() throws Exception;

}

package org.campanile.store.guard;

/** What runs under the guard; it may throw whatever the repeats' library lets through. */
@FunctionalInterface
interface CheckedCall<T> {

	T run() throws Exception;

}

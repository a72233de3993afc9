package org.campanile.seal;

/**
 * The source of the sealing keys in force, which may change at any time. Thread-safe.
 */
public interface KeyRingSource {

	/** The ring as it was last read. */
	KeyRing current();

	/**
	 * Returns the ring, read again unless that has just been done: for input that refers
	 * to a key which {@link #current()} does not contain, for instance from a node that
	 * has loaded it earlier.
	 */
	KeyRing renewed();

}

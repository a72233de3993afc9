package org.campanile.seal;

/**
 * The source of the sealing keys in force, which may change at any time. Thread-safe.
 */
public interface KeyRingSource {

	/** The ring as it was last read. */
	KeyRing current();

	/**
	 * The ring, read anew unless that was just done: for input that names a key which
	 * {@link #current()} does not have, as from a node that has read it earlier.
	 */
	KeyRing renewed();

}

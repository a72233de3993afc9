package org.campanile.seal;

/**
 * Where the sealing keys in force come from; they may change at any time. Thread-safe.
 */
public interface KeyRingSource {

	/** The ring as it was last read. */
	KeyRing current();

	/**
	 * The ring, read anew unless that was done just now: somebody names a key that
	 * {@link #current()} does not have, as a node does that learned of it earlier.
	 */
	KeyRing renewed();

}

package org.campanile.seal;

/**
 * A ring that never changes.
 *
 * @param current the ring
 */
record FixedKeyRing(KeyRing current) implements KeyRingSource {

	@Override
	public KeyRing renewed() {
		return current;
	}

}

package org.campanile.store;

/**
 * The copies that nodes keep of each other's data, if the store runs inside the nodes.
 * Thread-safe; both methods return at once.
 */
public interface StoreCopies {

	/** The copies of a store outside the nodes, which manages them itself. */
	StoreCopies NONE = new StoreCopies() {

		@Override
		public int missing() {
			return 0;
		}

		@Override
		public boolean complete() {
			return true;
		}

	};

	/**
	 * Returns how many copies are still to be made. While it is not 0, the loss of one
	 * more node may lose data.
	 */
	int missing();

	/**
	 * Whether all copies have been complete once since this node joined the cluster, or
	 * rejoined it, so that it may serve. Stays true when another node dies, because
	 * serving nodes continue.
	 */
	boolean complete();

}

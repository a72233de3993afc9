package org.campanile.store;

/**
 * The copies that nodes keep of each other's data, where the store lives in the nodes
 * themselves. Thread-safe; both methods answer at once.
 */
public interface StoreCopies {

	/** Of a store outside of the nodes, which sees to its copies by itself. */
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
	 * How many copies are still to be made. While it is not 0, the end of one more node
	 * may lose data.
	 */
	int missing();

	/**
	 * Whether all copies have been complete once since this node joined the others, or
	 * joined them again after it was cut off, so that it may serve. Stays true when
	 * another node dies, as those that serve go on.
	 */
	boolean complete();

}

package org.campanile.store;

/**
 * Settings of a store, of which some must be given if that store is the one chosen, and
 * may be absent if it is not.
 */
public interface ChosenStore {

	/**
	 * Asked of the chosen store's settings alone, without side effects.
	 * @throws IllegalArgumentException naming the key that is missing, and the remedy
	 */
	void requireComplete();

	/** Tries to reach what the settings name, joining and changing nothing. */
	StoreReach reach();

}

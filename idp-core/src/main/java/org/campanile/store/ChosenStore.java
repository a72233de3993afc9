package org.campanile.store;

/**
 * The settings of a store, some of which are required only if that store is the chosen
 * one.
 */
public interface ChosenStore {

	/**
	 * Checks that required settings are present. Called only for the chosen store's
	 * settings; no side effects.
	 * @throws IllegalArgumentException naming the key that is missing, and the remedy
	 */
	void requireComplete();

	/** Tries to reach the configured backend, joining and changing nothing. */
	StoreReach reach();

}

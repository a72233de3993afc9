package org.campanile.testkit.process;

import java.util.Map;

/** The store that the nodes share during the life of the cluster. */
public interface ClusterStore extends AutoCloseable {

	/**
	 * Returns the settings of a node that uses the store.
	 * @param node counted from 1
	 */
	Map<String, String> settings(int node);

	/** Describes the store in one line, and the failures it survives. */
	String describe();

	/**
	 * Stops everything that was started for the store; the nodes have already stopped.
	 */
	@Override
	void close();

}

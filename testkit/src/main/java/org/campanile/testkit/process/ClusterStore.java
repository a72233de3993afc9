package org.campanile.testkit.process;

import java.util.Map;

/**
 * The store that the nodes share, for as long as the cluster lives.
 */
public interface ClusterStore extends AutoCloseable {

	/**
	 * The settings of a node that uses it.
	 * @param node counted from 1
	 */
	Map<String, String> settings(int node);

	/** A one-line description of it and of the failures it survives. */
	String describe();

	/** Stops what was started for it; the nodes have already stopped. */
	@Override
	void close();

}

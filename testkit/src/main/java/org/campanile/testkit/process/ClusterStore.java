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

	/** What it is and what it would survive, in a line for people. */
	String describe();

	/** Ends what was started for it; the nodes have ended. */
	@Override
	void close();

}

package org.campanile.perf.environment;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.campanile.perf.load.Target;

/**
 * What was brought up for a cell, and answers. Closing it ends every process and removes
 * what they left. Used by one thread.
 */
public interface RunningSystem extends AutoCloseable {

	/** What the load is put on. */
	Target target();

	/** The processes whose use is measured, without the load's. */
	List<MeasuredProcess> processes();

	/** What the servers have counted since they started, all nodes together, by name. */
	Map<String, Double> counters() throws IOException;

	/** What is worth telling of it: durability, shares, versions. */
	Map<String, String> settings();

	/**
	 * Holds each node to its share of a processor from now on, if it has one. Does
	 * nothing the second time.
	 */
	default void hold() throws IOException {
	}

	/**
	 * Stores sessions of as many people who never come back.
	 * @return how long that took, in seconds
	 */
	double preload(int sessions) throws IOException;

	/**
	 * Bytes that sessions take, heaps after a collection or tables with indexes, all
	 * nodes together.
	 */
	long storedBytes() throws IOException;

	@Override
	void close() throws IOException;

}

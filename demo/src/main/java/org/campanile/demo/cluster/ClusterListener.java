package org.campanile.demo.cluster;

/** Receives the events of a cluster, from several threads. */
public interface ClusterListener {

	/** Called when something was started or stopped, or exited by itself. */
	void happened(String what);

	/**
	 * The proxy answered a request.
	 * @param nodes the nodes tried, in order; empty if none
	 */
	void served(String time, String nodes, String request, int status, long millis);

}

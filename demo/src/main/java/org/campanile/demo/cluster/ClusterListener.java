package org.campanile.demo.cluster;

/** Receives the events of a cluster, from several threads. */
public interface ClusterListener {

	/** Something was started, stopped or ended by itself. */
	void happened(String what);

	/**
	 * The proxy answered a request.
	 * @param nodes who was asked, in order; empty if nobody
	 */
	void served(String time, String nodes, String request, int status, long millis);

	/** Of no interest. */
	static ClusterListener silent() {
		return new ClusterListener() {

			@Override
			public void happened(String what) {
				// Nobody asked.
			}

			@Override
			public void served(String time, String nodes, String request, int status, long millis) {
				// Nobody asked.
			}

		};
	}

}

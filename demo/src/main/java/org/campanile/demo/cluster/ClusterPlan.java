package org.campanile.demo.cluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster is to be.
 *
 * @param nodes how many
 * @param front how it is reached
 * @param home the home folder that all nodes share
 * @param work what is forgotten at the end: each node's own folder, logs, the proxy's
 * files
 * @param settings further settings of every node; they go before those of the store
 * @param packaged the packaged server that nodes run; empty for what this process runs
 * @param restarted whether a node that ends is started again, as a service manager would
 */
public record ClusterPlan(int nodes, Front front, Path home, Path work, Map<String, String> settings,
		Optional<PackagedServer> packaged, boolean restarted) {

	public ClusterPlan {
		settings = Map.copyOf(settings);
	}

}

package org.campanile.demo.cluster;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.campanile.testkit.nginx.Front;

/**
 * The configuration of a cluster.
 *
 * @param nodes the number of nodes
 * @param front how it is reached
 * @param home the home folder that all nodes share
 * @param work temporary files: each node's own folder, logs, the proxy's files
 * @param settings further settings of every node, which take precedence over those of the
 * store
 * @param packaged the packaged server that nodes run; empty for the class path of this
 * process
 * @param restarted whether a node that exits is restarted, as by a service manager
 */
public record ClusterPlan(int nodes, Front front, Path home, Path work, Map<String, String> settings,
		Optional<PackagedServer> packaged, boolean restarted) {

	public ClusterPlan {
		settings = Map.copyOf(settings);
	}

}

package org.campanile.testkit.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hazelcast embedded in the nodes, configured by the list of their addresses. */
public final class HazelcastMembers implements ClusterStore {

	private final List<Integer> members;

	private HazelcastMembers(List<Integer> members) {
		this.members = List.copyOf(members);
	}

	/**
	 * Chooses random ports for that many nodes, so that several clusters on one machine
	 * do not join each other.
	 */
	public static HazelcastMembers of(int nodes, Ports ports) {
		List<Integer> members = new ArrayList<>();
		for (int i = 0; i < nodes; i++) {
			members.add(ports.near(0));
		}
		return new HazelcastMembers(members);
	}

	@Override
	public Map<String, String> settings(int node) {
		List<String> addresses = members.stream().map(port -> "127.0.0.1:" + port).toList();
		return Map.of("campanile.storage.type", "hazelcast", "campanile.storage.hazelcast.members",
				String.join(",", addresses), "campanile.storage.hazelcast.bind-address", "127.0.0.1",
				"campanile.storage.hazelcast.port", Integer.toString(members.get(node - 1)));
	}

	@Override
	public String describe() {
		return "Hazelcast, a member in every node";
	}

	@Override
	public void close() {
		// The members stopped with their nodes.
	}

}

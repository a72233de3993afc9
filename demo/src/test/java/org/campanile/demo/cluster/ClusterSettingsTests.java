package org.campanile.demo.cluster;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.campanile.testkit.nginx.Front;
import org.campanile.testkit.process.HazelcastMembers;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterSettingsTests {

	private static final String HAZELCAST = "campanile.storage.hazelcast.";

	@Test
	void whenNodesAreMembersThenAllKnowTheSameAddressesAndEachItsOwnPort() {
		HazelcastMembers members = HazelcastMembers.of(3, new Ports());
		List<Map<String, String>> nodes = IntStream.rangeClosed(1, 3).mapToObj(members::settings).toList();
		assertThat(nodes).allSatisfy(node -> assertThat(node).containsEntry("campanile.storage.type", "hazelcast")
			.containsEntry(HAZELCAST + "bind-address", "127.0.0.1"));
		assertThat(nodes).extracting(node -> node.get(HAZELCAST + "members"))
			.containsOnly(
					String.join(",", nodes.stream().map(node -> "127.0.0.1:" + node.get(HAZELCAST + "port")).toList()));
		assertThat(nodes).extracting(node -> node.get(HAZELCAST + "port")).doesNotHaveDuplicates();
	}

	@Test
	void whenSettingsChangeLaterThenThePlanDoesNot() {
		Map<String, String> settings = new HashMap<>(Map.of("a", "b"));
		ClusterPlan plan = new ClusterPlan(3, Front.plain(8080), Path.of("/home"), Path.of("/work"), settings,
				Optional.empty(), true);
		settings.clear();
		assertThat(plan.settings()).containsExactly(Map.entry("a", "b"));
	}

}

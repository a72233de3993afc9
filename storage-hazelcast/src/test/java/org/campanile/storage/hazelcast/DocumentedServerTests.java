package org.campanile.storage.hazelcast;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryYamlConfig;
import com.hazelcast.core.Hazelcast;
import org.campanile.record.RecordUpdate;
import org.campanile.session.SessionKey;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the configuration of servers in docs/hazelcast.md. */
class DocumentedServerTests {

	private final TestCluster cluster = new TestCluster(3, 1);

	@Test
	void whenWrittenDownThenAsMembersAreConfigured() throws Exception {
		Config documented = documented(0);
		Config member = MemberConfig.of(cluster.member(0));
		for (String map : new String[] { HazelcastMaps.SESSIONS, HazelcastMaps.ONE_TIME, HazelcastMaps.RECORDS }) {
			assertThat(documented.getMapConfig(map)).isEqualTo(member.getMapConfig(map));
		}
		assertThat(documented.getSplitBrainProtectionConfigs()).usingRecursiveComparison()
			.isEqualTo(member.getSplitBrainProtectionConfigs());
		assertThat(documented.getSerializationConfig().getJavaSerializationFilterConfig())
			.isEqualTo(member.getSerializationConfig().getJavaSerializationFilterConfig());
		assertThat(documented.getNetworkConfig()).isEqualTo(member.getNetworkConfig());
		assertThat(documented.getMetricsConfig()).isEqualTo(member.getMetricsConfig());
		// Two properties may differ: a server chooses its own logging, and is stopped by
		// a signal.
		Map<Object, Object> expected = member.getProperties()
			.entrySet()
			.stream()
			.filter(entry -> !entry.getKey().equals("hazelcast.logging.type")
					&& !entry.getKey().equals("hazelcast.shutdownhook.enabled"))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
		assertThat(documented.getProperties()).isEqualTo(expected);
	}

	@Test
	void whenStartedSoThenClientsStoreAndFind() throws Exception {
		try (cluster) {
			cluster.add(Hazelcast.newHazelcastInstance(TestCluster.quick(documented(0))));
			cluster.add(Hazelcast.newHazelcastInstance(TestCluster.quick(documented(1))));
			Node node = Node.of(cluster.startClient());
			Polling.until(Duration.ofSeconds(20), () -> node.oneTime().setReplayKey("test", "a", Node.later()));
			assertThat(node.oneTime().setReplayKey("test", "a", Node.later())).isFalse();
			assertThat(node.sessions().create(Node.session("s"))).isTrue();
			assertThat(node.sessions().findByIdentifier(Node.HASH, SessionKey.FIRST, 10)).hasSize(1);
			assertThat(node.sessions().findByPrincipal(Node.HASH, SessionKey.FIRST, 10)).hasSize(1);
			assertThat(node.sessions().end(Node.key("s"))).isPresent();
			assertThat(node.sessions().count()).isZero();
			assertThat(node.records().create(Node.record("r"))).isTrue();
			assertThat(node.records().update(Node.KIND, "r", 1, Node.later(), new byte[1]))
				.isEqualTo(new RecordUpdate.Updated(2));
			assertThat(node.records().findByOwner(Node.KIND, Node.HASH, "", 10)).hasSize(1);
			assertThat(node.records().remove(Node.KIND, "r")).isPresent();
		}
	}

	private Config documented(int number) throws Exception {
		String text = Files.readString(Path.of(System.getProperty("basedir", "."), "..", "docs", "hazelcast.md"));
		int start = text.indexOf("hazelcast:\n  cluster-name", text.indexOf("<!-- A test starts"));
		String yaml = text.substring(start, text.indexOf("```", start))
			.replace("campanile-production", cluster.name())
			.replace("port: 5701", "port: " + cluster.ports().get(number))
			.replace("[ 10.0.0.21 ]", "[ 127.0.0.1 ]");
		for (int i = 0; i < 3; i++) {
			yaml = yaml.replace("10.0.0.2" + (i + 1) + ":5701", "127.0.0.1:" + cluster.ports().get(i));
		}
		return new InMemoryYamlConfig(yaml);
	}

}

package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.hazelcast.core.HazelcastInstance;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RollingRestartTests {

	@Test
	void whenMembersStopAndStartInTurnThenNoCallFailsAndNoSessionIsLost() throws Exception {
		try (TestCluster cluster = TestCluster.started(3)) {
			HazelcastInstance stays = cluster.instance(0);
			Node node = Node.of(stays);
			Queue<String> said = new ConcurrentLinkedQueue<>();
			Thread load = Thread.ofPlatform().start(() -> node.load("load", said::add));
			for (int number = 1; number < 3; number++) {
				Polling.until(Duration.ofSeconds(30), () -> stays.getPartitionService().isClusterSafe());
				cluster.instance(number).shutdown();
				cluster.startMember(number);
			}
			load.interrupt();
			load.join();
			List<String> sessions = said.stream()
				.filter(line -> line.startsWith("session "))
				.map(line -> line.substring("session ".length()))
				.toList();
			assertThat(said)
				.filteredOn(line -> line.startsWith("failed") && !line.contains("its caller was interrupted"))
				.isEmpty();
			assertThat(sessions).hasSizeGreaterThan(50);
			for (String session : sessions) {
				assertThat(node.sessions().find(Node.key(session))).as(session).isPresent();
			}
		}
	}

}

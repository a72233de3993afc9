package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.List;

import com.hazelcast.core.HazelcastInstance;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterClockTests {

	@Test
	void whenOneClockIsWrongThenTheOthersDecide() {
		assertThat(ClusterClock.median(List.of(9_000_000L, 1_000L, 1_002L))).isEqualTo(1_002L);
		assertThat(ClusterClock.median(List.of(-9_000_000L, 1_000L, 1_002L))).isEqualTo(1_000L);
		assertThat(ClusterClock.median(List.of(5L))).isEqualTo(5L);
	}

	@Test
	void whenReadThenEveryMemberIsAsked() throws Exception {
		try (TestCluster cluster = TestCluster.started(3)) {
			HazelcastInstance member = cluster.instance(0);
			ClusterClock clock = new ClusterClock(member, new HazelcastOperations(Duration.ofSeconds(20)));
			// Each member receives its share of the partitions only after some time.
			Polling.until(Duration.ofSeconds(30), () -> clock.keys().size() == 3);
			assertThat(clock.keys().stream().map(key -> member.getPartitionService().getPartition(key).getOwner()))
				.containsExactlyInAnyOrderElementsOf(member.getCluster().getMembers());
			assertThat(Duration.between(clock.read(), Node.CLOCK.instant()).abs()).isLessThan(Duration.ofSeconds(30));
		}
	}

}

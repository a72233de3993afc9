package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A backup keeps expired entries for some seconds longer than their owner does. */
class ExpiredCopiesTests {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static final int SESSIONS = 300;

	/**
	 * By default, a backup that then has more entries than its owner removes entries
	 * picked at random.
	 */
	@Test
	void whenAMemberDiesWhileCopiesHoldWhatHasExpiredThenEveryLiveSessionKeepsItsCopy() throws Exception {
		try (TestCluster cluster = new TestCluster(3, 1)) {
			HazelcastInstance first = start(cluster, 0);
			HazelcastInstance second = start(cluster, 1);
			HazelcastInstance third = start(cluster, 2);
			HazelcastCluster.openMaps(first);
			HazelcastCluster.announceForms(first);
			Polling.until(LIMIT, () -> first.getPartitionService().isClusterSafe());
			Node node = Node.of(first);
			List<String> live = IntStream.range(0, SESSIONS).mapToObj(i -> "live" + i).toList();
			for (String name : live) {
				node.sessions().create(Node.session(name));
			}
			IMap<String, SessionRecord> sessions = HazelcastMaps.sessions(first);
			SessionRecord record = Objects.requireNonNull(sessions.get(live.getFirst()));
			for (int i = 0; i < SESSIONS; i++) {
				sessions.set("expired" + i, record, 1, TimeUnit.SECONDS);
			}
			Polling.until(LIMIT, () -> {
				List<String> expired = keys(List.of(first, second, third)).stream()
					.filter(key -> key.startsWith("expired"))
					.toList();
				return !expired.isEmpty() && Set.copyOf(expired).size() == expired.size();
			});

			third.getLifecycleService().terminate();
			Polling.until(LIMIT,
					() -> first.getCluster().getMembers().size() == 2 && first.getPartitionService().isClusterSafe()
							&& keys(List.of(first, second)).stream().noneMatch(key -> key.startsWith("expired")));
			List<String> kept = keys(List.of(first, second));
			assertThat(live).filteredOn(name -> Collections.frequency(kept, name) != 2).as("without a copy").isEmpty();
		}
	}

	/**
	 * Starts a member that looks for expired entries in all partitions every second,
	 * instead of in six partitions every five seconds.
	 */
	private static HazelcastInstance start(TestCluster cluster, int number) {
		Config config = TestCluster.quick(MemberConfig.of(cluster.member(number)));
		config.setProperty("hazelcast.internal.map.expiration.task.period.seconds", "1");
		config.setProperty("hazelcast.internal.map.expiration.cleanup.operation.count", "271");
		return cluster.add(Hazelcast.newHazelcastInstance(config));
	}

	private static List<String> keys(List<HazelcastInstance> members) {
		return MapDump.keys(members, HazelcastMaps.SESSIONS);
	}

}

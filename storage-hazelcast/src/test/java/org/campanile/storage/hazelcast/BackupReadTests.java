package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.hazelcast.core.HazelcastInstance;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests reads while the member that owns a session does not answer. */
class BackupReadTests {

	private static final int SESSIONS = 60;

	@Test
	void whenTheOwnerStandsStillThenItsCopiesAnswerAndEndedSessionsStayEnded() throws Exception {
		try (TestCluster cluster = new TestCluster(3, 1);
				NodeProcess second = NodeProcess.start(cluster, 1);
				NodeProcess third = NodeProcess.start(cluster, 2)) {
			HazelcastInstance member = cluster.startMember(0);
			Polling.until(Duration.ofSeconds(60), () -> member.getPartitionService().isClusterSafe());
			Node first = Node.of(member);
			for (int i = 0; i < SESSIONS; i++) {
				first.sessions().create(Node.session("live" + i));
				first.sessions().create(Node.session("ended" + i));
				first.sessions().end(Node.key("ended" + i));
				first.records().create(Node.record("live" + i));
				first.records().create(Node.record("ended" + i));
				first.records().remove(Node.KIND, "ended" + i);
			}
			List<String> ofThird = new ArrayList<>();
			for (int i = 0; i < SESSIONS; i++) {
				ofThird.add("live" + i);
				ofThird.add("ended" + i);
			}
			int port = cluster.ports().get(2);
			List<String> recordsOfThird = new ArrayList<>(ofThird);
			ofThird.removeIf(name -> ownerPort(member, name) != port);
			recordsOfThird.removeIf(name -> ownerPort(member, Node.KIND + '/' + name) != port);
			assertThat(second.ask("find live0")).isEqualTo("true");
			third.freeze();
			Queue<String> wrong = new ConcurrentLinkedQueue<>();
			try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
				ofThird.forEach(name -> readers.execute(() -> {
					if (found(() -> first.sessions().find(Node.key(name)).isPresent()) != name.startsWith("live")) {
						wrong.add(name);
					}
				}));
				recordsOfThird.forEach(name -> readers.execute(() -> {
					if (found(() -> first.records().find(Node.KIND, name).isPresent()) != name.startsWith("live")) {
						wrong.add("record " + name);
					}
				}));
			}
			assertThat(member.getCluster().getMembers()).as("while the owner is still taken for alive").hasSize(3);
			assertThat(ofThird).hasSizeGreaterThan(10);
			assertThat(recordsOfThird).hasSizeGreaterThan(10);
			assertThat(wrong).isEmpty();
		}
	}

	private static int ownerPort(HazelcastInstance member, String key) {
		return Objects.requireNonNull(member.getPartitionService().getPartition(key).getOwner()).getAddress().getPort();
	}

	private interface Question {

		boolean ask() throws StoreUnavailableException;

	}

	private static boolean found(Question question) {
		try {
			return question.ask();
		}
		catch (StoreUnavailableException ex) {
			return false;
		}
	}

}

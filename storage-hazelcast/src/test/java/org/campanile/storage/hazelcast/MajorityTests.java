package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.core.HazelcastInstance;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests members with different configured cluster sizes, and more members than
 * configured.
 */
class MajorityTests {

	private static final Duration SOON = Duration.ofSeconds(30);

	private final TestCluster cluster = new TestCluster(5, 1);

	private final Map<Integer, HazelcastCluster> joined = new HashMap<>();

	private final Map<Integer, MeterRegistry> meters = new HashMap<>();

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger(Majority.class);

	@BeforeEach
	void listen() {
		log.start();
		logger.addAppender(log);
	}

	@AfterEach
	void stop() {
		logger.detachAppender(log);
		joined.values().forEach(member -> member.instance().getLifecycleService().terminate());
		cluster.close();
	}

	private HazelcastInstance start(int number, int clusterSize, List<Integer> listed) {
		HazelcastInstance member = cluster.startMember(cluster.member(number, clusterSize, listed));
		new Membership(member, new SimpleMeterRegistry()).watch();
		return member;
	}

	/**
	 * In a split of four members, each half would have two, the majority of the three
	 * that all expect.
	 */
	@Test
	void whenAFourthIsThereOfThreeThenTwoOfThemRefuse() {
		List<HazelcastInstance> members = List.of(start(0, 0, List.of(0, 1, 2)), start(1, 0, List.of(0, 1, 2)),
				start(2, 0, List.of(0, 1, 2)), start(3, 3, List.of(0, 3)));
		members.forEach(MajorityTests::awaitWorking);
		Polling.until(SOON, () -> log.list.size() == 4);
		assertThat(log.list).allSatisfy(event -> {
			assertThat(event.getLevel()).isEqualTo(Level.ERROR);
			assertThat(event.getFormattedMessage())
				.contains(
						"campanile.storage.hazelcast.cluster-size: 4 nodes are connected, more than the 3 of this one")
				.contains("3 nodes must be connected", "list every node");
		});
		members.get(3).getLifecycleService().terminate();
		members.subList(0, 3).forEach(MajorityTests::awaitWorking);
		members.get(2).getLifecycleService().terminate();
		members.subList(0, 2).forEach(MajorityTests::awaitRefusing);
		awaitWorking(start(2, 0, List.of(0, 1, 2)));
		members.subList(0, 2).forEach(MajorityTests::awaitWorking);
	}

	@Test
	void whenOneKnewMoreThenTwoOfThreeRefuseThoughItIsLost() {
		List<HazelcastInstance> members = List.of(start(0, 0, List.of(0, 1, 2)), start(1, 0, List.of(0, 1, 2)),
				start(2, 0, List.of(0, 1, 2, 3, 4)));
		members.forEach(MajorityTests::awaitWorking);
		Polling.until(SOON, () -> log.list.size() == 3);
		assertThat(log.list).allSatisfy(event -> assertThat(event.getFormattedMessage())
			.contains("campanile.storage.hazelcast.cluster-size: the nodes that are connected have different sizes, "
					+ "[3, 5]"));
		members.get(2).getLifecycleService().terminate();
		members.subList(0, 2).forEach(MajorityTests::awaitRefusing);
	}

	@Test
	void whenASingleOneIsJoinedThenItDoesNotGoOnAloneUnlessTheOtherLeaves() {
		HazelcastInstance single = start(0, 0, List.of());
		assertThat(answer(single)).isEqualTo("first");
		HazelcastInstance other = start(1, 0, List.of(0, 1));
		awaitWorking(single);
		awaitWorking(other);
		other.getLifecycleService().terminate();
		awaitRefusing(single);
		HazelcastInstance again = start(1, 0, List.of(0, 1));
		awaitWorking(single);
		Membership.leave(again);
		again.shutdown();
		awaitWorking(single);
	}

	/** Follows the documented procedure; at each step one node is down. */
	@Test
	void whenThreeBecomeFiveAndThreeAgainThenThoseThatAreThereGoOn() {
		List<Integer> three = List.of(0, 1, 2);
		List<Integer> five = List.of(0, 1, 2, 3, 4);
		three.forEach(number -> join(number, three));
		join(3, five);
		join(4, five);
		for (List<Integer> listed : List.of(five, three)) {
			for (int number : three) {
				leave(number);
				join(number, listed);
			}
		}
		leave(4);
		leave(3);
		assertThat(joined).hasSize(3);
		joined.keySet().forEach(number -> Polling.until(SOON, () -> expected(number) == 3));
		leave(0);
		leave(1);
	}

	private void join(int number, List<Integer> listed) {
		MeterRegistry registry = new SimpleMeterRegistry();
		meters.put(number, registry);
		joined.put(number, HazelcastCluster.join(cluster.member(number, 0, listed), registry));
		awaitAllOf(joined.size());
	}

	/** The gauge of that member, which the alert of a missing member compares. */
	private int expected(int number) {
		MeterRegistry registry = Objects.requireNonNull(meters.get(number));
		return (int) registry.get("campanile.store.hazelcast.members.expected").gauge().value();
	}

	private void leave(int number) {
		Objects.requireNonNull(joined.remove(number)).close();
		awaitAllOf(joined.size());
	}

	/**
	 * Waits until every joined member sees that many members and works; a single one must
	 * refuse.
	 */
	private void awaitAllOf(int size) {
		joined.values().forEach(member -> {
			Polling.until(SOON, () -> member.instance().getCluster().getMembers().size() == size);
			if (size > 1) {
				awaitWorking(member.instance());
			}
			else {
				awaitRefusing(member.instance());
			}
		});
	}

	private static void awaitWorking(HazelcastInstance member) {
		Polling.until(SOON, () -> answer(member).equals("first"));
	}

	/**
	 * Waits until the member refuses, and checks that it answers no further call. While
	 * partitions move, a call may get no answer instead of the reason.
	 */
	private static void awaitRefusing(HazelcastInstance member) {
		Polling.until(SOON, () -> answer(member).contains("majority"));
		for (int i = 0; i < 20; i++) {
			assertThat(answer(member)).containsAnyOf("majority of campanile.storage.hazelcast.cluster-size",
					"no answer within");
		}
	}

	private static String answer(HazelcastInstance member) {
		try {
			return TestCluster.oneTime(member, Node.CLOCK)
				.setReplayKey("test", UUID.randomUUID().toString(), Node.later()) ? "first" : "not first";
		}
		catch (StoreUnavailableException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

}

package org.campanile.storage.hazelcast;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.internal.partition.MigrationStateImpl;
import com.hazelcast.partition.PartitionService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.testkit.Polling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

class PartitionCopiesTests {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	@Test
	void whenAMemberCannotTakeItsCopiesThenTheyAreMissingUntilItCan() throws Exception {
		try (TestCluster cluster = new TestCluster(3, 1);
				NodeProcess second = NodeProcess.start(cluster, 1);
				NodeProcess third = NodeProcess.start(cluster, 2)) {
			third.freeze();
			HazelcastInstance member = cluster.startMember(0);
			AtomicInteger asked = new AtomicInteger();
			PartitionCopies copies = watched(counting(member, asked));
			// The call does not return while a member is frozen.
			Polling.until(LIMIT, () -> asked.get() > 0);
			assertThat(copies.complete()).isFalse();
			assertThat(copies.missing()).isPositive();
			third.thaw();
			Polling.until(LIMIT, copies::complete);
			assertThat(member.getPartitionService().isClusterSafe()).isTrue();
			Polling.until(LIMIT, () -> copies.missing() == 0);
			second.kill();
			Polling.until(LIMIT, () -> copies.missing() > 0);
			assertThat(copies.complete()).as("a node that serves goes on").isTrue();
			assertThat(meters.get("campanile.store.hazelcast.copies.missing").gauge()).isNotNull();
			Polling.until(LIMIT, () -> copies.missing() == 0);
		}
	}

	@Test
	void whenCopiesAreMissingThenCompleteOnceTheyAreMadeAndAnewAfterASplit() {
		try (TestCluster cluster = TestCluster.started(1)) {
			AtomicInteger answered = new AtomicInteger();
			AtomicBoolean safe = new AtomicBoolean();
			PartitionService partitions = proxy(PartitionService.class, cluster.instance(0).getPartitionService(),
					(method, answer) -> {
						if (method.equals("isClusterSafe")) {
							answered.incrementAndGet();
							return safe.get();
						}
						return answer.call();
					});
			HazelcastInstance member = proxy(HazelcastInstance.class, cluster.instance(0),
					(method, answer) -> method.equals("getPartitionService") ? partitions : answer.call());
			PartitionCopies copies = watched(member);
			// A second query shows that the first answer has been processed.
			Polling.until(LIMIT, () -> answered.get() > 1);
			assertThat(copies.complete()).isFalse();
			assertThat(copies.missing()).isPositive();
			safe.set(true);
			Polling.until(LIMIT, copies::complete);

			safe.set(false);
			copies.stateChanged(new LifecycleEvent(LifecycleState.MERGED));
			int before = answered.get();
			Polling.until(LIMIT, () -> answered.get() > before + 1);
			assertThat(copies.complete()).as("came with nothing").isFalse();
			safe.set(true);
			Polling.until(LIMIT, copies::complete);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void whenMoreMembersLeaveThanThereAreCopiesBeforeTheseAreRestoredThenItIsLogged(int backups) {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		try (TestCluster cluster = new TestCluster(1, backups)) {
			PartitionCopies copies = logged(cluster.startMember(0), log);
			MembershipEvent left = left(cluster.instance(0));
			// The promotion of a backup is announced as a migration too, before the
			// departure of the previous owner is reported.
			copies.migrationStarted(new MigrationStateImpl(0, 41, 0, 0));
			for (int i = 0; i < backups; i++) {
				copies.memberRemoved(left);
			}
			assertThat(log.list).isEmpty();
			copies.memberRemoved(left);
			assertThat(log.list).singleElement()
				.extracting(ILoggingEvent::getFormattedMessage, STRING)
				.contains("campanile.storage.hazelcast.backup-count " + (backups + 1));
			copies.watch();
			Polling.until(LIMIT, copies::complete);
			log.list.clear();
			copies.memberRemoved(left);
			assertThat(log.list).isEmpty();
		}
		finally {
			logger().detachAppender(log);
		}
	}

	@Test
	void whenTheOthersAreCutOffThenNothingIsLoggedAsTheyHaveEverySession() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		try (TestCluster cluster = new TestCluster(3, 1)) {
			PartitionCopies copies = logged(cluster.startMember(0), log);
			MembershipEvent left = left(cluster.instance(0));
			copies.memberRemoved(left);
			copies.memberRemoved(left);
			assertThat(log.list).isEmpty();
		}
		finally {
			logger().detachAppender(log);
		}
	}

	private PartitionCopies logged(HazelcastInstance member, ListAppender<ILoggingEvent> log) {
		log.start();
		logger().addAppender(log);
		return new PartitionCopies(member, meters);
	}

	private static Logger logger() {
		return (Logger) LoggerFactory.getLogger(PartitionCopies.class);
	}

	private static MembershipEvent left(HazelcastInstance member) {
		return new MembershipEvent(member.getCluster(), member.getCluster().getLocalMember(),
				MembershipEvent.MEMBER_REMOVED, member.getCluster().getMembers());
	}

	/** Counts the queries whether all copies are complete. */
	private static HazelcastInstance counting(HazelcastInstance member, AtomicInteger asked) {
		PartitionService service = proxy(PartitionService.class, member.getPartitionService(), (method, answer) -> {
			if (method.equals("isClusterSafe")) {
				asked.incrementAndGet();
			}
			return answer.call();
		});
		return proxy(HazelcastInstance.class, member,
				(method, answer) -> method.equals("getPartitionService") ? service : answer.call());
	}

	private interface Interception {

		Object call(String method, Callable<Object> answer) throws Exception;

	}

	private static <T> T proxy(Class<T> type, T target, Interception interception) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method,
				arguments) -> interception.call(method.getName(), () -> method.invoke(target, arguments))));
	}

	private PartitionCopies watched(HazelcastInstance member) {
		PartitionCopies copies = new PartitionCopies(member, meters);
		copies.watch();
		return copies;
	}

}

package org.campanile.demo.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.campanile.demo.cluster.Node;
import org.campanile.demo.servers.ReturningUsers.Counts;
import org.campanile.testkit.process.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills a node, restarts it, and kills a second node a few seconds after the first one
 * reported that it was ready, while users with a session request single sign-on. The
 * default run is short; this is a long one, with other stores and backups:
 *
 * <pre>
 * mvn verify -Pservers -Dskip.unit.tests=true -pl demo -am -Dit.test=ClusterKillsServersIT \
 *   -Dfailsafe.failIfNoSpecifiedTests=false -Dcluster.double-kills=20 -Dcluster.clients=24 -Dcluster.sessions=3000 \
 *   -Dcluster.store= -Dcluster.backups=2
 * </pre>
 */
class ClusterKillsServersIT {

	private static final int EVENTS = Integer.getInteger("cluster.double-kills", 1);

	private static final int CLIENTS = Integer.getInteger("cluster.clients", 16);

	private static final int SESSIONS = Integer.getInteger("cluster.sessions", 240);

	private static final String BACKUPS = System.getProperty("cluster.backups", "1");

	/**
	 * The store to test, or an empty string for all stores. Only Hazelcast nodes hold
	 * data that a kill can lose.
	 */
	private static final String ONLY = System.getProperty("cluster.store", "HAZELCAST");

	/** Seconds between the first node's readiness and the kill of the second node. */
	private static final int[] DISTANCES = { 0, 3, 1, 6, 2, 10, 4, 8 };

	private static final Duration START = Duration.ofSeconds(300);

	private static final Duration END = Duration.ofSeconds(60);

	private static final Duration AFTER = Duration.ofSeconds(8);

	static Stream<ProxiedCluster.Kind> kinds() {
		return ONLY.isEmpty() ? Arrays.stream(ProxiedCluster.Kind.values())
				: Stream.of(ProxiedCluster.Kind.valueOf(ONLY));
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void whenASecondNodeIsKilledSoonAfterTheFirstIsBackThenNobodyWithASessionIsAskedForAPassword(
			ProxiedCluster.Kind kind, @TempDir Path folder) throws Exception {
		Counts all = Counts.NONE;
		int lost = 0;
		Map<String, String> settings = kind == ProxiedCluster.Kind.HAZELCAST
				? Map.of("campanile.storage.hazelcast.backup-count", BACKUPS) : Map.of();
		try (ProxiedCluster cluster = ProxiedCluster.start(folder, kind, new Ports(), null, settings);
				ReturningUsers users = ReturningUsers.start(cluster, CLIENTS, SESSIONS)) {
			users.await(100);
			for (int i = 0; i < EVENTS; i++) {
				Node first = cluster.node(i);
				Node second = cluster.node(i + 1);
				int distance = DISTANCES[i % DISTANCES.length];
				Counts before = users.counts();
				first.kill();
				first.awaitEnd(END);
				pause(Duration.ofSeconds(1));
				long started = System.nanoTime();
				first.start();
				first.awaitReady(START);
				long ready = System.nanoTime();
				pause(Duration.ofSeconds(distance));
				Counts middle = users.counts();
				second.kill();
				second.awaitEnd(END);
				pause(AFTER);
				users.await(SESSIONS / 2);
				int now = users.lost();
				Counts event = users.counts().since(before);
				second.start();
				second.awaitReady(START);
				lost += now;
				all = all.and(event);
				System.out.printf(
						"%s, event %d: %s again ready after %.1f s, %s killed %d s later: %s, after the second kill %s, %d lost%n",
						kind, i + 1, first.name(), (ready - started) / 1e9, second.name(), distance, event,
						users.counts().since(middle), now);
			}
			System.out.printf("%s: %d events, %d sessions, %s, %d lost; said of lost partitions: %s%n", kind, EVENTS,
					SESSIONS, all, lost, saidOfLosses(cluster));
			assertThat(users.failures()).isEmpty();
		}
		assertThat(lost).as("sessions lost").isZero();
		assertThat(all.askedForPassword()).as("asked for a password").isZero();
		assertThat(all.interrupted()).as("in flight on a node that was killed")
			.isLessThanOrEqualTo(2 * EVENTS * CLIENTS);
	}

	private static List<String> saidOfLosses(ProxiedCluster cluster) throws IOException {
		List<String> lines = new ArrayList<>();
		for (Node node : cluster.nodes()) {
			try (var log = Files.lines(node.log())) {
				log.filter(line -> line.contains("partitions were lost") || line.contains("held the only copy"))
					.forEach(lines::add);
			}
		}
		return lines;
	}

	private static void pause(Duration time) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(time.toNanos());
	}

}

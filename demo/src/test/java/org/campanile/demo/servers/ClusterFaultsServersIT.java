package org.campanile.demo.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import org.campanile.demo.cluster.Node;
import org.campanile.demo.cluster.PackagedServer;
import org.campanile.demo.servers.LoginLoad.Failure;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Kills and replaces nodes of a cluster of three, most often one at a time, while users
 * sign in. The default run is short; this is a long one:
 *
 * <pre>
 * mvn verify -Pservers -Dskip.unit.tests=true -pl demo -am -Dit.test=ClusterFaultsServersIT \
 *   -Dfailsafe.failIfNoSpecifiedTests=false -Dcluster.kills=20 -Dcluster.restart-requests=20000
 * </pre>
 *
 * {@code -Dcluster.previous=JAR} (and {@code -Dcluster.previous-libraries}, the folder of
 * its demo's jars) restarts nodes with another build and then with this one again, as in
 * an upgrade and its rollback.
 */
class ClusterFaultsServersIT {

	private static final int KILLS = Integer.getInteger("cluster.kills", 1);

	private static final int RESTART_REQUESTS = Integer.getInteger("cluster.restart-requests", 500);

	private static final int CLIENTS = Integer.getInteger("cluster.clients", 8);

	private static final Pattern CODE = Pattern.compile("Code [A-Z_]+-");

	/** So many sound requests in succession show that the cluster has recovered. */
	private static final int RECOVERED = 100;

	/** Longer than it takes any retry with growing delays to reach its longest delay. */
	private static final Duration AWAY = Duration.ofSeconds(12);

	/** The number of failures to print from each end of the list. */
	private static final int SHOWN = 5;

	private static final Duration START = Duration.ofMinutes(5);

	private static final Duration END = Duration.ofSeconds(60);

	/** Seconds, on an idle machine. */
	private static final Duration RECOVERY = Duration.ofSeconds(60);

	/**
	 * The faults that every store must survive; all tests of a store share one cluster.
	 */
	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	abstract static class Faults {

		private final ProxiedCluster.Kind kind;

		ProxiedCluster cluster;

		private PackagedServer packaged;

		Faults(ProxiedCluster.Kind kind) {
			this.kind = kind;
		}

		@BeforeAll
		void start(@TempDir Path folder) throws Exception {
			cluster = ProxiedCluster.start(folder, kind);
			packaged = ProxiedCluster.packaged();
		}

		@AfterAll
		void end() {
			if (cluster != null) {
				cluster.close();
			}
		}

		@Test
		void whenANodeIsKilledUnderLoadThenNoAcknowledgedSessionIsLost() throws Exception {
			LoginLoad load = LoginLoad.start(cluster, CLIENTS);
			int windowFailures = 0;
			try (load) {
				load.await(200);
				for (int i = 0; i < KILLS; i++) {
					Node victim = cluster.node(i);
					int before = load.requests();
					long killed = System.nanoTime();
					victim.kill();
					victim.awaitEnd(END);
					long recovered = load.awaitSound(RECOVERED);
					load.await(200);
					Collection<Failure> since = after(load.failures(), killed);
					report("kill %d, %s, %s: %d requests, recovered after %d ms, failed %s, asked again %s".formatted(
							i + 1, kind, victim.name(), load.requests() - before, (recovered - killed) / 1_000_000,
							describe(since, killed), describe(after(load.askedAgain(), killed), killed)));
					windowFailures += since.size();
					assertThat(Duration.ofNanos(recovered - killed)).isLessThan(RECOVERY);
					assertThat(since).as("after the recovery").noneMatch(begunAfter(recovered));
					assertThat(after(load.askedAgain(), killed)).as("after the recovery")
						.noneMatch(begunAfter(recovered));
					long started = System.nanoTime();
					victim.start();
					victim.awaitReady(START);
					load.await(100);
					report("start of " + victim.name() + ": failed "
							+ describe(after(load.failures(), started), started) + ", asked again "
							+ describe(after(load.askedAgain(), started), started));
				}
			}
			int lost = load.lost();
			report("%s: %d kills, %d requests, %d failed, %d asked again; %d sessions acknowledged, %d lost".formatted(
					kind, KILLS, load.requests(), load.failures().size(), load.askedAgain().size(), load.sessions(),
					lost));
			assertThat(lost).isZero();
			assertThat(windowFailures).as("in flight on the nodes that were killed")
				.isLessThanOrEqualTo(KILLS * CLIENTS);
			assertThat(load.failures()).as("answers of nodes that live").noneMatch(ClusterFaultsServersIT::fromANode);
		}

		@Test
		void whenNodesAreRestartedInTurnThenNoRequestFails() throws Exception {
			LoginLoad load = LoginLoad.start(cluster, CLIENTS);
			ReturningUsers users = ReturningUsers.start(cluster, CLIENTS / 4, 40);
			// Alternates between the previous build and this one, or restarts this build
			// each time.
			List<PackagedServer> builds = ProxiedCluster.previous()
				.map(previous -> List.of(previous, packaged))
				.orElse(List.of(packaged));
			int least = builds.size() * cluster.nodes().size();
			int restarts = 0;
			long begin = System.nanoTime();
			try (load; users) {
				load.await(200);
				while (load.requests() < RESTART_REQUESTS || restarts < least) {
					Node node = cluster.node(restarts);
					node.terminate();
					node.awaitEnd(END);
					node.replaceServer(builds.get(restarts++ / cluster.nodes().size() % builds.size()));
					node.start();
					node.awaitReady(START);
					load.await(50);
				}
			}
			int lost = load.lost() + users.lost();
			report("users with a session: %s, failed %s".formatted(users.counts(), users.failures()));
			assertThat(users.counts().askedForPassword()).as("users with a session").isZero();
			assertThat(users.failures()).as("users with a session").isEmpty();
			report("%s: %d restarts in %d s, %d requests, failed %s, asked again %s; %d sessions acknowledged, %d lost"
				.formatted(kind, restarts, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin), load.requests(),
						describe(load.failures(), begin), describe(load.askedAgain(), begin), load.sessions(), lost));
			assertThat(load.failures()).as(() -> errors(cluster)).isEmpty();
			assertThat(load.askedAgain()).isEmpty();
			assertThat(lost).isZero();
		}

	}

	@Nested
	class WithPostgres extends Faults {

		WithPostgres() {
			super(ProxiedCluster.Kind.JPA);
		}

		/** For Hazelcast, the tests of its module cover the loss of two nodes at once. */
		@Test
		void whenTwoNodesAreKilledAtOnceThenTheOneLeftServesAllAndNoSessionIsLost() throws Exception {
			List<Node> victims = List.of(cluster.node(0), cluster.node(1));
			LoginLoad load = LoginLoad.start(cluster, CLIENTS);
			try (load) {
				load.await(200);
				long killed = System.nanoTime();
				victims.forEach(Node::kill);
				for (Node victim : victims) {
					victim.awaitEnd(END);
				}
				long recovered = load.awaitSound(RECOVERED);
				load.await(200);
				report("two killed at once: recovered after %d ms, failed %s"
					.formatted((recovered - killed) / 1_000_000, describe(after(load.failures(), killed), killed)));
				assertThat(Duration.ofNanos(recovered - killed)).isLessThan(RECOVERY);
				assertThat(load.failures()).as("after the recovery").noneMatch(begunAfter(recovered));
				assertThat(load.failures()).as("answers of the node that lives")
					.noneMatch(ClusterFaultsServersIT::fromANode);
				assertThat(load.failures()).as("in flight").hasSizeLessThanOrEqualTo(2 * CLIENTS);
			}
			assertThat(load.lost()).as("told by the one left").isZero();
			for (Node victim : victims) {
				victim.start();
				victim.awaitReady(START);
			}
		}

		@Test
		void whenTheDatabaseIsRestartedUnderLoadThenAllIsWellSoonAfterItsReturn() throws Exception {
			PostgresClusterStore database = (PostgresClusterStore) cluster.store();
			LoginLoad load = LoginLoad.start(cluster, CLIENTS);
			ReturningUsers users = ReturningUsers.start(cluster, CLIENTS / 2, 40);
			long returned;
			long recovered;
			try (load; users) {
				load.await(200);
				long ended = System.nanoTime();
				database.end();
				waitUntil(ended + AWAY.toNanos());
				database.begin();
				returned = System.nanoTime();
				recovered = load.awaitSound(RECOVERED);
				load.await(200);
				report("PostgreSQL restarted: away for %d ms, recovered after %d ms, failed %s%s".formatted(
						(returned - ended) / 1_000_000, (recovered - returned) / 1_000_000,
						describe(load.failures(), returned), errors(cluster)));
			}
			int lost = load.lost() + users.lost();
			report("%d sessions acknowledged, %d lost; users with a session: %s, failed %s".formatted(load.sessions(),
					lost, users.counts(), users.failures()));
			assertThat(Duration.ofNanos(recovered - returned)).isLessThan(RECOVERY);
			assertThat(users.counts().askedForPassword()).as("users with a session").isZero();
			assertThat(users.counts().waitingPages()).as("pages that try again while it was away").isPositive();
			assertThat(users.failures()).as("users with a session").isEmpty();
			assertThat(users.counts().interrupted()).as("no node was killed").isZero();
			assertThat(load.failures()).as("after the recovery").noneMatch(begunAfter(recovered));
			assertThat(lost).isZero();
		}

	}

	@Nested
	class WithHazelcast extends Faults {

		WithHazelcast() {
			super(ProxiedCluster.Kind.HAZELCAST);
		}

	}

	/** Only the error pages of nodes contain an error code; those of nginx do not. */
	private static boolean fromANode(Failure failure) {
		return failure.answered() && CODE.matcher(failure.what()).find();
	}

	private static Collection<Failure> after(Collection<Failure> failures, long moment) {
		return failures.stream().filter(failure -> failure.ended() > moment).toList();
	}

	private static Predicate<Failure> begunAfter(long moment) {
		return failure -> failure.began() > moment;
	}

	/** Describes the first failures and the last ones. */
	private static String describe(Collection<Failure> failures, long from) {
		List<Failure> some = new ArrayList<>(failures);
		if (some.size() > 2 * SHOWN) {
			some.subList(SHOWN, some.size() - SHOWN).clear();
		}
		return failures.size() + some.stream()
			.map(failure -> "\n    %d ms to %d ms: %s".formatted((failure.began() - from) / 1_000_000,
					(failure.ended() - from) / 1_000_000, failure.what()))
			.reduce("", String::concat);
	}

	/** Returns the first errors in nginx's error log. */
	private static String errors(ProxiedCluster cluster) {
		try {
			return Files.readString(cluster.accessLog().resolveSibling("error.log"))
				.lines()
				.filter(line -> line.contains("[error]"))
				.limit(20)
				.reduce("", (all, line) -> all + "\n" + line);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private static void waitUntil(long moment) throws InterruptedException {
		while (System.nanoTime() < moment) {
			TimeUnit.MILLISECONDS.sleep(50);
		}
	}

	private static void report(String line) {
		System.out.println(line);
	}

}

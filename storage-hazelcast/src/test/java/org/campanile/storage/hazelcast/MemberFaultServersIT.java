package org.campanile.storage.hazelcast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.hazelcast.core.HazelcastInstance;
import org.campanile.onetime.OneTimeStore;
import org.campanile.record.RecordStore;
import org.campanile.session.SessionStore;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.Polling;
import org.campanile.testkit.store.StoreFaultContract;
import org.junit.jupiter.api.AfterAll;

/**
 * Tests a member while its two peers, in JVMs of their own, are killed or frozen. The
 * tests wait until the member has noticed: until then it answers for its own partitions.
 */
class MemberFaultServersIT extends StoreFaultContract {

	private static final Duration LIMIT = Duration.ofSeconds(60);

	/** A failed merge is retried, and each attempt has its own timeouts. */
	private static final Duration MERGE_LIMIT = Duration.ofMinutes(3);

	private static TestCluster cluster = new TestCluster(0, 0);

	private static final List<NodeProcess> others = new ArrayList<>();

	private static boolean killed;

	private static HazelcastInstance member() {
		return cluster.instance(0);
	}

	@Override
	protected SessionStore sessions() {
		return TestCluster.sessions(member(), Node.CLOCK);
	}

	@Override
	protected OneTimeStore oneTime() {
		return TestCluster.oneTime(member(), Node.CLOCK);
	}

	@Override
	protected RecordStore records() {
		return TestCluster.records(member(), Node.CLOCK);
	}

	/** Starts a new cluster for each test, because recovery from a split takes time. */
	@Override
	protected void reset() throws Exception {
		stop();
		cluster = new TestCluster(3, 2);
		cluster.startMember(0);
		startOthers();
		Polling.until(LIMIT, () -> member().getPartitionService().isClusterSafe() && sessions().count() == 0);
	}

	@Override
	protected void afterTest() {
	}

	@AfterAll
	static void stop() {
		others.forEach(NodeProcess::close);
		cluster.close();
	}

	private static void startOthers() throws Exception {
		others.clear();
		for (int number = 1; number < 3; number++) {
			others.add(NodeProcess.start(cluster, number));
		}
		killed = false;
	}

	@Override
	protected void cut() throws Exception {
		for (NodeProcess other : others) {
			other.signal("KILL");
		}
		killed = true;
		awaitRefusal();
	}

	@Override
	protected void slow() throws Exception {
		for (NodeProcess other : others) {
			other.freeze();
		}
		awaitRefusal();
	}

	private void awaitRefusal() {
		Polling.until(LIMIT, () -> {
			try {
				oneTime().take("ticket", "never put");
				return false;
			}
			catch (StoreUnavailableException ex) {
				return String.valueOf(ex.getMessage()).contains("majority");
			}
		});
	}

	@Override
	protected void heal() throws Exception {
		if (killed) {
			startOthers();
			return;
		}
		for (NodeProcess other : others) {
			other.thaw();
		}
		// Until the backups are complete, two further failures would exceed the number of
		// backups, and sessions would rightly be lost.
		Polling.until(MERGE_LIMIT,
				() -> member().getCluster().getMembers().size() == 3 && member().getPartitionService().isClusterSafe());
	}

	@Override
	protected Instant now() {
		return Instant.ofEpochMilli(Node.CLOCK.millis());
	}

}

package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class ThreeMembersSessionStoreServersIT extends SessionStoreContract {

	private static TestCluster cluster = new TestCluster(0, 0);

	@BeforeAll
	static void start() {
		cluster = TestCluster.started(3);
	}

	@AfterAll
	static void stop() {
		cluster.close();
	}

	@Override
	protected SessionStore open(InstantSource clock) {
		return TestCluster.sessions(cluster.next(), clock);
	}

	@Override
	protected void reset() {
		cluster.clear();
	}

	@Override
	protected void settle(SessionStore store) throws Exception {
		((HazelcastSessionStore) store).close();
	}

}

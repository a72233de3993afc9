package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionStoreContract;
import org.junit.jupiter.api.AutoClose;

class ThreeMembersSessionStoreServersIT extends SessionStoreContract {

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(3);

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

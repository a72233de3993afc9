package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionStoreContract;
import org.junit.jupiter.api.AutoClose;

class OneMemberSessionStoreTests extends SessionStoreContract {

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(1);

	@Override
	protected SessionStore open(InstantSource clock) {
		return TestCluster.sessions(cluster.instance(0), clock);
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

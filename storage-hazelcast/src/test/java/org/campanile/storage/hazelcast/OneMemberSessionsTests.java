package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionsContract;
import org.junit.jupiter.api.AutoClose;

class OneMemberSessionsTests extends SessionsContract {

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

	@Override
	protected byte[] dump() {
		return MapDump.of(cluster.instances());
	}

}

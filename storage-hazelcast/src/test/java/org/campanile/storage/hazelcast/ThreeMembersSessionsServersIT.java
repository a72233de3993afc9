package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionsContract;
import org.junit.jupiter.api.AutoClose;

class ThreeMembersSessionsServersIT extends SessionsContract {

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

	@Override
	protected byte[] dump() {
		return MapDump.of(cluster.instances());
	}

}

package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionsContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

class ClientSessionsServersIT extends SessionsContract {

	@AutoClose
	private static TestCluster cluster = new TestCluster(0, 0);

	@BeforeAll
	static void start() throws Exception {
		cluster = TestCluster.client();
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

	@Override
	protected byte[] dump() {
		return MapDump.of(cluster.instances().subList(0, 2));
	}

}

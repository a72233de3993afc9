package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.onetime.OneTimeStoreContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

class ClientOneTimeStoreServersIT extends OneTimeStoreContract {

	@AutoClose
	private static TestCluster cluster = new TestCluster(0, 0);

	@BeforeAll
	static void start() throws Exception {
		cluster = TestCluster.client();
	}

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return TestCluster.oneTime(cluster.next(), clock);
	}

	@Override
	protected void reset() {
		cluster.clear();
	}

}

package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.onetime.OneTimeStore;
import org.campanile.testkit.onetime.OneTimeStoreContract;
import org.junit.jupiter.api.AutoClose;

class ThreeMembersOneTimeStoreServersIT extends OneTimeStoreContract {

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(3);

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return TestCluster.oneTime(cluster.next(), clock);
	}

	@Override
	protected void reset() {
		cluster.clear();
	}

}

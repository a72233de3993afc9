package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.record.RecordStore;
import org.campanile.testkit.record.RecordStoreContract;
import org.junit.jupiter.api.AutoClose;

class OneMemberRecordStoreTests extends RecordStoreContract {

	@AutoClose
	private static final TestCluster cluster = TestCluster.started(1);

	@Override
	protected RecordStore open(InstantSource clock) {
		return TestCluster.records(cluster.instance(0), clock);
	}

	@Override
	protected void reset() {
		cluster.clear();
	}

}

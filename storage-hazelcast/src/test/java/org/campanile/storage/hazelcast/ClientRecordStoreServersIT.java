package org.campanile.storage.hazelcast;

import java.time.InstantSource;

import org.campanile.record.RecordStore;
import org.campanile.testkit.record.RecordStoreContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

class ClientRecordStoreServersIT extends RecordStoreContract {

	@AutoClose
	private static TestCluster cluster = new TestCluster(0, 0);

	@BeforeAll
	static void start() throws Exception {
		cluster = TestCluster.client();
	}

	@Override
	protected RecordStore open(InstantSource clock) {
		return TestCluster.records(cluster.next(), clock);
	}

	@Override
	protected void reset() {
		cluster.clear();
	}

}

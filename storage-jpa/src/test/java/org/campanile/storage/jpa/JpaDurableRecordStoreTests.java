package org.campanile.storage.jpa;

import java.time.InstantSource;

import org.campanile.record.RecordStore;
import org.campanile.testkit.record.RecordStoreContract;

class JpaDurableRecordStoreTests extends RecordStoreContract {

	private int opened;

	@Override
	protected RecordStore open(InstantSource clock) {
		return new JpaDurableAutoConfiguration.DurableStores().durableRecordStore(Postgres.node(opened++), clock);
	}

	@Override
	protected void reset() throws Exception {
		Postgres.clear();
	}

}

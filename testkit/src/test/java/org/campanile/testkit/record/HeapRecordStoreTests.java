package org.campanile.testkit.record;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;

class HeapRecordStoreTests extends RecordStoreContract {

	private final Map<String, StoredRecord> backend = new HashMap<>();

	@Override
	protected RecordStore open(InstantSource clock) {
		return new HeapRecordStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

package org.campanile.store.resilience;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreSettings;
import org.campanile.testkit.record.HeapRecordStore;
import org.campanile.testkit.record.RecordStoreContract;

/** A guarded store must fulfil the contract of a store. */
class GuardedRecordStoreKitTests extends RecordStoreContract {

	private final Map<String, StoredRecord> backend = new HashMap<>();

	private final StoreGuards guards = new StoreGuards(new StoreSettings(Duration.ofSeconds(30)),
			new SimpleMeterRegistry());

	@Override
	protected RecordStore open(InstantSource clock) {
		return guards.guard(new HeapRecordStore(clock, backend));
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

package org.campanile.storage.memory;

import java.time.InstantSource;

import org.junit.jupiter.api.Test;

import org.campanile.record.RecordStore;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.record.RecordStoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MemoryRecordStoreTests extends RecordStoreContract {

	/** One node: the second store of the kit is the first. */
	private RecordStore store = new MemoryRecordStore(clock, 100_000);

	@Override
	protected RecordStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemoryRecordStore(clock, 100_000);
	}

	@Test
	void whenFullThenRefusedUntilSomeHaveExpired() throws Exception {
		RecordStore small = new MemoryRecordStore(clock, 2);
		assertThat(small.create(record("1"))).isTrue();
		assertThat(small.create(record("2"))).isTrue();
		assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> small.create(record("3")))
			.withMessageContaining("campanile.storage.memory.max-records");
		clock.set(START.plusSeconds(62));
		assertThat(small.create(record("3"))).isTrue();
	}

	private static StoredRecord record(String digit) {
		return new StoredRecord("kind", digit.repeat(64), "0".repeat(64), 1, START.plusSeconds(60), new byte[1]);
	}

}

package org.campanile.storage.memory;

import java.time.InstantSource;
import java.util.Optional;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.campanile.identifier.PersistentIdStore;
import org.campanile.identifier.StoredPersistentId;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.identifier.PersistentIdStoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class MemoryPersistentIdStoreTests extends PersistentIdStoreContract {

	/** One node: the second store of the kit is the first. */
	private PersistentIdStore store = new MemoryPersistentIdStore(10_000);

	@Override
	protected PersistentIdStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemoryPersistentIdStore(10_000);
	}

	@Nested
	class Capacity {

		private final PersistentIdStore small = new MemoryPersistentIdStore(10);

		@Test
		void whenFullThenNoMoreAreGivenAndNothingIsForgotten() throws Exception {
			for (int i = 0; i < 10; i++) {
				assertThat(small.findOrCreate(id("person " + i, "value " + i))).isPresent();
			}
			small.revoke("sp", "value 0", START);
			assertThatExceptionOfType(StoreUnavailableException.class)
				.isThrownBy(() -> small.findOrCreate(id("one more", "value")))
				.withMessageContaining("campanile.storage.memory.durable.max-persistent-ids");
			Optional<StoredPersistentId> known = small.findOrCreate(id("person 1", "other"));
			assertThat(known).hasValueSatisfying(it -> assertThat(it.valueHash()).isEqualTo("value 1"));
		}

		private StoredPersistentId id(String person, String value) {
			return new StoredPersistentId(person, "sp", value, START, new byte[1]);
		}

	}

}

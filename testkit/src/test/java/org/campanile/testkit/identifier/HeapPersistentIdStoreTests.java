package org.campanile.testkit.identifier;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.identifier.PersistentIdStore;

class HeapPersistentIdStoreTests extends PersistentIdStoreContract {

	private final Map<HeapPersistentIdStore.Name, HeapPersistentIdStore.Entry> backend = new HashMap<>();

	@Override
	protected PersistentIdStore open(InstantSource clock) {
		return new HeapPersistentIdStore(backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

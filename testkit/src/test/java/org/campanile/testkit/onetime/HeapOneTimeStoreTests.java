package org.campanile.testkit.onetime;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;

class HeapOneTimeStoreTests extends OneTimeStoreContract {

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> backend = new HashMap<>();

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return new HeapOneTimeStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

package org.campanile.onetime.contract;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.campanile.onetime.OneTimeStore;

class HeapOneTimeStoreTests extends OneTimeStoreContract {

	private final Map<List<String>, Instant> backend = new HashMap<>();

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return new HeapOneTimeStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

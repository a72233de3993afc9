package org.campanile.store.resilience;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreSettings;
import org.campanile.testkit.onetime.HeapOneTimeStore;
import org.campanile.testkit.onetime.OneTimeStoreContract;

/** A guarded store must fulfil the contract of a store. */
class GuardedOneTimeStoreKitTests extends OneTimeStoreContract {

	private final Map<OneTimeKey, HeapOneTimeStore.Entry> backend = new HashMap<>();

	private final StoreGuards guards = new StoreGuards(new StoreSettings(Duration.ofSeconds(30)),
			new SimpleMeterRegistry());

	@Override
	protected OneTimeStore open(InstantSource clock) {
		return guards.guard(new HeapOneTimeStore(clock, backend));
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

package org.campanile.store.resilience;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreSettings;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionStoreContract;

/** A guarded store must fulfil the contract of a store. */
class GuardedSessionStoreKitTests extends SessionStoreContract {

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	private final StoreGuards guards = new StoreGuards(new StoreSettings(Duration.ofSeconds(30)),
			new SimpleMeterRegistry());

	@Override
	protected SessionStore open(InstantSource clock) {
		return guards.guard(new HeapSessionStore(clock, backend));
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

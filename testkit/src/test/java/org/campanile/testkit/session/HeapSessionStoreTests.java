package org.campanile.testkit.session;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;

/** Runs the contract against the simplest store, so that each verifies the other. */
class HeapSessionStoreTests extends SessionStoreContract {

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	@Override
	protected SessionStore open(InstantSource clock) {
		return new HeapSessionStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

}

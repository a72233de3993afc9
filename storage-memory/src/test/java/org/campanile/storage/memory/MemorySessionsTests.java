package org.campanile.storage.memory;

import java.time.InstantSource;

import org.campanile.session.SessionStore;
import org.campanile.testkit.session.SessionsContract;

class MemorySessionsTests extends SessionsContract {

	private SessionStore store = new MemorySessionStore(clock, new SessionCapacity(1_000, Long.MAX_VALUE));

	@Override
	protected SessionStore open(InstantSource clock) {
		return store;
	}

	@Override
	protected void reset() {
		store = new MemorySessionStore(clock, new SessionCapacity(1_000, Long.MAX_VALUE));
	}

}

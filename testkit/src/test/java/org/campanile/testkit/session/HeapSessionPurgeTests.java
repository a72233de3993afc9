package org.campanile.testkit.session;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;

class HeapSessionPurgeTests extends SessionPurgeContract {

	private final Map<SessionKey, StoredSession> backend = new HashMap<>();

	@Override
	protected SessionStore open(InstantSource clock) {
		return new HeapSessionStore(clock, backend);
	}

	@Override
	protected void reset() {
		backend.clear();
	}

	@Override
	protected int purge(SessionStore store) {
		synchronized (backend) {
			List<StoredSession> expired = backend.values()
				.stream()
				.filter(session -> !clock.instant().isBefore(session.idleExpiresAt()))
				.limit(budget())
				.toList();
			expired.forEach(session -> backend.remove(session.key()));
			return expired.size();
		}
	}

	@Override
	protected int budget() {
		return 100;
	}

	@Override
	protected long stored() {
		synchronized (backend) {
			return backend.size();
		}
	}

}

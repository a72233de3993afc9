package org.campanile.store.recorded;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/** A session store with an event for each operation. */
final class RecordedSessionStore implements SessionStore {

	private static final String STORE = "sessions";

	private final SessionStore target;

	RecordedSessionStore(SessionStore target) {
		this.target = target;
	}

	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		return Operation.recorded(STORE, "create", () -> target.create(session));
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		return Operation.recorded(STORE, "find", () -> target.find(key));
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		return Operation.recorded(STORE, "update", () -> target.update(key, version, state));
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		return Operation.recorded(STORE, "add_service", () -> target.addService(key, service));
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException {
		Operation.recorded(STORE, "touch", () -> {
			target.touch(key, idleExpiresAt);
			return key;
		});
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		return Operation.recorded(STORE, "end", () -> target.end(key));
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_by_principal",
				() -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return Operation.recorded(STORE, "find_by_identifier",
				() -> target.findByIdentifier(identifierHash, after, limit));
	}

	@Override
	public long count() throws StoreUnavailableException {
		return Operation.recorded(STORE, "count", () -> target.count());
	}

}

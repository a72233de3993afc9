package org.campanile.storage.jpa;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * A node's session store with its buffered touches.
 *
 * @param store the store
 * @param touches the touches that are not written yet
 */
record TestSessions(SessionStore store, TouchBuffer touches) implements SessionStore, AutoCloseable {

	/** Writes the buffered touches. */
	void flush() {
		touches.flush();
	}

	@Override
	public void close() {
		touches.close();
	}

	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		return store.create(session);
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		return store.find(key);
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		return store.update(key, version, state);
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		return store.addService(key, service);
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException {
		store.touch(key, idleExpiresAt);
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		return store.end(key);
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return store.findByPrincipal(principalHash, after, limit);
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return store.findByIdentifier(identifierHash, after, limit);
	}

	@Override
	public long count() throws StoreUnavailableException {
		return store.count();
	}

}

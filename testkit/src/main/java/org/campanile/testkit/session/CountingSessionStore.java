package org.campanile.testkit.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.store.StoreUnavailableException;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.testkit.store.CountingStore;

/**
 * Records every operation before passing it on, and fails those configured to fail.
 */
public final class CountingSessionStore extends CountingStore<CountingSessionStore.Operation> implements SessionStore {

	private final SessionStore target;

	public CountingSessionStore(SessionStore target) {
		this.target = target;
	}

	/** The operations of a store. */
	public enum Operation {

		CREATE, FIND, UPDATE, ADD_SERVICE, TOUCH, END, FIND_BY_PRINCIPAL, FIND_BY_IDENTIFIER, COUNT

	}

	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		note(Operation.CREATE);
		return target.create(session);
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		note(Operation.FIND);
		return target.find(key);
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		note(Operation.ADD_SERVICE);
		return target.addService(key, service);
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException {
		note(Operation.TOUCH);
		target.touch(key, idleExpiresAt);
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		note(Operation.END);
		return target.end(key);
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		note(Operation.UPDATE);
		return target.update(key, version, state);
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		note(Operation.FIND_BY_PRINCIPAL);
		return target.findByPrincipal(principalHash, after, limit);
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		note(Operation.FIND_BY_IDENTIFIER);
		return target.findByIdentifier(identifierHash, after, limit);
	}

	@Override
	public long count() throws StoreUnavailableException {
		note(Operation.COUNT);
		return target.count();
	}

}

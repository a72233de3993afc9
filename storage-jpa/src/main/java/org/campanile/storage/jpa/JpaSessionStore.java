package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import jakarta.persistence.PersistenceException;
import org.hibernate.StatelessSession;
import org.hibernate.query.NativeQuery;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * Sessions in PostgreSQL, each operation one statement with autocommit. Touches are
 * buffered and written in the background. Thread-safe.
 */
final class JpaSessionStore implements SessionStore {

	private final Database database;

	private final InstantSource clock;

	private final String create;

	private final String createWithoutServices;

	private final TouchBuffer touches;

	JpaSessionStore(Database database, InstantSource clock, CommitMode commitMode, TouchBuffer touches) {
		this.database = database;
		this.clock = clock;
		this.create = SessionStatements.CREATE.formatted(commitMode.clause());
		this.createWithoutServices = SessionStatements.CREATE_WITHOUT_SERVICES.formatted(commitMode.clause());
		this.touches = touches;
	}

	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		requireSize(session.state());
		session.services().forEach(service -> requireSize(service.state()));
		return database.call("creating a session", work -> !insert(work, session).getResultList().isEmpty());
	}

	private NativeQuery<Boolean> insert(StatelessSession work, StoredSession session) {
		List<StoredService> services = session.services();
		NativeQuery<Boolean> query = work
			.createNativeQuery(services.isEmpty() ? createWithoutServices : create, Boolean.class)
			.addScalar("created", Boolean.class)
			.setParameter("key", Hex.parse(session.key().value()))
			.setParameter("principalHash", Hex.parse(session.principalHash()))
			.setParameter("version", session.version())
			.setParameter("createdAt", session.createdAt(), Instant.class)
			.setParameter("expiresAt", session.expiresAt(), Instant.class)
			.setParameter("idleExpiresAt", session.idleExpiresAt(), Instant.class)
			.setParameter("state", session.state())
			.setParameter("now", clock.instant(), Instant.class);
		if (!services.isEmpty()) {
			query
				.setParameter("hashes",
						services.stream().map(service -> Hex.parse(service.serviceHash())).toArray(byte[][]::new),
						byte[][].class)
				.setParameter("identifierHashes",
						services.stream().map(service -> Hex.parse(service.identifierHash())).toArray(byte[][]::new),
						byte[][].class)
				.setParameter("states", services.stream().map(StoredService::state).toArray(byte[][]::new),
						byte[][].class);
		}
		return query;
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		return database.call("finding a session",
				work -> SessionRow.read(query(work, SessionStatements.FIND).setParameter("key", bytes(key))
					.setParameter("now", clock.instant(), Instant.class)))
			.stream()
			.findFirst();
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		requireSize(state);
		int updated = database.call("updating a session",
				work -> work.createNativeMutationQuery(SessionStatements.UPDATE)
					.setParameter("state", state)
					.setParameter("key", bytes(key))
					.setParameter("version", version)
					.setParameter("now", clock.instant(), Instant.class)
					.executeUpdate());
		if (updated > 0) {
			return new SessionUpdate.Updated(version + 1);
		}
		Optional<StoredSession> current = find(key);
		return current.isPresent() ? new SessionUpdate.Stale(current.get()) : new SessionUpdate.Gone();
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		requireSize(service.state());
		return database.call("adding a service", work -> add(work, key, service));
	}

	private boolean add(StatelessSession work, SessionKey key, StoredService service) {
		try {
			return !work.createNativeQuery(SessionStatements.ADD_SERVICE, Boolean.class)
				.addScalar("live", Boolean.class)
				.setParameter("key", bytes(key))
				.setParameter("hash", Hex.parse(service.serviceHash()))
				.setParameter("identifierHash", Hex.parse(service.identifierHash()))
				.setParameter("state", service.state())
				.setParameter("now", clock.instant(), Instant.class)
				.getResultList()
				.isEmpty();
		}
		catch (PersistenceException ex) {
			// It was terminated after the statement began: there is no row to refer to.
			if (DatabaseFailures.FOREIGN_KEY_VIOLATION.equals(DatabaseFailures.sqlState(ex))) {
				return false;
			}
			throw ex;
		}
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) {
		touches.add(key, idleExpiresAt);
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		touches.remove(key);
		Instant now = clock.instant();
		return database
			.call("terminating a session",
					work -> SessionRow.read(query(work, SessionStatements.END).setParameter("key", bytes(key))))
			.stream()
			.filter(session -> now.isBefore(session.expiresAt()) && now.isBefore(session.idleExpiresAt()))
			.findFirst();
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return page(SessionStatements.BY_PRINCIPAL, principalHash, after, limit);
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return page(SessionStatements.BY_IDENTIFIER, identifierHash, after, limit);
	}

	private List<StoredSession> page(String statement, String hash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return database.call("looking up sessions",
				work -> SessionRow.read(query(work, statement).setParameter("hash", Hex.parse(hash))
					.setParameter("after", bytes(after))
					.setParameter("limit", limit)
					.setParameter("now", clock.instant(), Instant.class)));
	}

	/** Exact while the table is small; extrapolated from a sample of 16 MiB otherwise. */
	@Override
	public long count() throws StoreUnavailableException {
		return database.call("counting sessions",
				work -> work.createNativeQuery(SessionStatements.COUNT, Long.class)
					.addScalar("count", Long.class)
					.setParameter("now", clock.instant(), Instant.class)
					.getSingleResult());
	}

	private static NativeQuery<Object[]> query(StatelessSession work, String statement) {
		return work.createNativeQuery(statement, Object[].class);
	}

	private static byte[] bytes(SessionKey key) {
		return Hex.parse(key.value());
	}

	private static void requireSize(byte[] state) {
		if (state.length > MAX_STATE) {
			throw new IllegalArgumentException("a state of " + state.length + " bytes is over " + MAX_STATE);
		}
	}

}

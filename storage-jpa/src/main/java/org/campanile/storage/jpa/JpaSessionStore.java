package org.campanile.storage.jpa;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
		SessionStore.requireStorable(session.state());
		session.services().forEach(service -> SessionStore.requireStorable(service.state()));
		String statement = session.services().isEmpty() ? createWithoutServices : create;
		return database.query("creating a session", statement, parameters -> bind(parameters, session),
				ResultSet::next);
	}

	private void bind(Parameters parameters, StoredSession session) throws SQLException {
		Instant now = clock.instant();
		String key = session.key().value();
		parameters.hex(key)
			.hex(session.principalHash())
			.number(session.version())
			.time(session.createdAt())
			.time(session.expiresAt())
			.time(session.idleExpiresAt())
			.bytes(session.state())
			.live(now)
			.hex(key);
		List<StoredService> services = session.services();
		if (!services.isEmpty()) {
			parameters.byteArrays(services.stream().map(service -> Hex.parse(service.serviceHash())))
				.byteArrays(services.stream().map(service -> Hex.parse(service.identifierHash())))
				.byteArrays(services.stream().map(StoredService::state));
		}
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		Instant now = clock.instant();
		return database
			.query("finding a session", SessionStatements.FIND,
					parameters -> parameters.hex(key.value()).live(now).hex(key.value()), JpaSessionStore::read)
			.stream()
			.findFirst();
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		SessionStore.requireStorable(state);
		Instant now = clock.instant();
		boolean updated = database.query("updating a session", SessionStatements.UPDATE,
				parameters -> parameters.bytes(state).hex(key.value()).number(version).live(now), ResultSet::next);
		if (updated) {
			return new SessionUpdate.Updated(version + 1);
		}
		Optional<StoredSession> current = find(key);
		return current.isPresent() ? new SessionUpdate.Stale(current.get()) : new SessionUpdate.Gone();
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		SessionStore.requireStorable(service.state());
		Instant now = clock.instant();
		try {
			return database.query("adding a service", SessionStatements.ADD_SERVICE,
					parameters -> parameters.hex(key.value())
						.live(now)
						.hex(service.serviceHash())
						.hex(service.identifierHash())
						.bytes(service.state()),
					ResultSet::next);
		}
		catch (StoreUnavailableException ex) {
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
			.query("terminating a session", SessionStatements.END, parameters -> parameters.hex(key.value()),
					JpaSessionStore::read)
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
		Instant now = clock.instant();
		return database.query("looking up sessions", statement,
				parameters -> parameters.hex(hash).hex(after.value()).live(now).number(limit), JpaSessionStore::read);
	}

	/**
	 * Returns an exact number while the table is small; otherwise one extrapolated from a
	 * sample of 16 MiB.
	 */
	@Override
	public long count() throws StoreUnavailableException {
		Instant now = clock.instant();
		return database.query("counting sessions", SessionStatements.COUNT, parameters -> parameters.live(now),
				rows -> rows.next() ? rows.getLong(1) : 0);
	}

	/**
	 * Reads the rows of a look-up, one for each session and one for each of its services,
	 * whose third column is not null: the sessions in the order of their keys, without
	 * services that have no session.
	 */
	private static List<StoredSession> read(ResultSet rows) throws SQLException {
		List<StoredSession> sessions = new ArrayList<>();
		Map<SessionKey, List<StoredService>> services = new HashMap<>();
		while (rows.next()) {
			SessionKey key = new SessionKey(Hex.digits(rows.getBytes(1)));
			String hash = Hex.digits(rows.getBytes(2));
			byte[] identifierHash = rows.getBytes(3);
			byte[] state = rows.getBytes(8);
			if (identifierHash == null) {
				sessions.add(new StoredSession(key, hash, rows.getLong(4), instant(rows, 5), instant(rows, 6),
						instant(rows, 7), state, List.of()));
			}
			else {
				services.computeIfAbsent(key, session -> new ArrayList<>())
					.add(new StoredService(hash, Hex.digits(identifierHash), state));
			}
		}
		return sessions.stream()
			.map(session -> withServices(session, services.getOrDefault(session.key(), List.of())))
			.sorted(Comparator.comparing(StoredSession::key))
			.toList();
	}

	private static StoredSession withServices(StoredSession session, List<StoredService> services) {
		return new StoredSession(session.key(), session.principalHash(), session.version(), session.createdAt(),
				session.expiresAt(), session.idleExpiresAt(), session.state(), services);
	}

	private static Instant instant(ResultSet rows, int column) throws SQLException {
		return rows.getObject(column, OffsetDateTime.class).toInstant();
	}

}

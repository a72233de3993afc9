package org.campanile.storage.jpa;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/**
 * Reads the rows of a look-up: one for each session and one for each of its services,
 * whose third column is not null.
 */
final class SessionRows {

	private SessionRows() {
	}

	/**
	 * Reads sessions in the order of their keys. Services without a session are left out.
	 */
	static List<StoredSession> read(ResultSet rows) throws SQLException {
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

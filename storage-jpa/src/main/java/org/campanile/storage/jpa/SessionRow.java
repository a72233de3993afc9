package org.campanile.storage.jpa;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.hibernate.query.NativeQuery;
import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/**
 * A row of a look-up: a session, or one of its services.
 *
 * @param key the session's
 * @param hash the principal's, or the service's
 * @param identifierHash null for a session
 * @param version of a session
 * @param createdAt of a session
 * @param expiresAt of a session
 * @param idleExpiresAt of a session
 * @param state of either
 */
record SessionRow(byte[] key, byte[] hash, byte @Nullable [] identifierHash, @Nullable Long version,
		@Nullable Instant createdAt, @Nullable Instant expiresAt, @Nullable Instant idleExpiresAt, byte[] state) {

	/** Declares the column types, so that the driver does not query them. */
	static List<StoredSession> read(NativeQuery<Object[]> query) {
		List<SessionRow> rows = new ArrayList<>();
		for (@Nullable
		Object[] row : query.addScalar("key", byte[].class)
			.addScalar("hash", byte[].class)
			.addScalar("identifier_hash", byte[].class)
			.addScalar("version", Long.class)
			.addScalar("created_at", Instant.class)
			.addScalar("expires_at", Instant.class)
			.addScalar("idle_expires_at", Instant.class)
			.addScalar("state", byte[].class)
			.getResultList()) {
			rows.add(new SessionRow(bytes(row[0]), bytes(row[1]), (byte[]) row[2], (Long) row[3], (Instant) row[4],
					(Instant) row[5], (Instant) row[6], bytes(row[7])));
		}
		return sessions(rows);
	}

	private static byte[] bytes(@Nullable Object column) {
		return (byte[]) Objects.requireNonNull(column);
	}

	/** In the order of their keys. Services without a session are left out. */
	private static List<StoredSession> sessions(List<SessionRow> rows) {
		Map<String, List<StoredService>> services = new LinkedHashMap<>();
		for (SessionRow row : rows) {
			if (row.identifierHash != null) {
				services.computeIfAbsent(Hex.digits(row.key), key -> new ArrayList<>())
					.add(new StoredService(Hex.digits(row.hash), Hex.digits(row.identifierHash), row.state));
			}
		}
		return rows.stream()
			.filter(row -> row.identifierHash == null)
			.map(row -> row.session(services))
			.sorted(Comparator.comparing(StoredSession::key))
			.toList();
	}

	private StoredSession session(Map<String, List<StoredService>> services) {
		SessionKey name = new SessionKey(Hex.digits(key));
		return new StoredSession(name, Hex.digits(hash), Objects.requireNonNull(version),
				Objects.requireNonNull(createdAt), Objects.requireNonNull(expiresAt),
				Objects.requireNonNull(idleExpiresAt), state, services.getOrDefault(name.value(), List.of()));
	}

}

package org.campanile.storage.jpa;

/**
 * The SQL statements on sessions. Those that return sessions return one row for each and
 * one for each of its services, whose {@code identifier_hash} is not null, so that no
 * state is transferred twice.
 */
final class SessionStatements {

	private static final String COLUMNS = """
			key, principal_hash AS hash, CAST(NULL AS bytea) AS identifier_hash, version,
			created_at, expires_at, idle_expires_at, state""";

	private static final String SERVICE_COLUMNS = """
			v.session_key AS key, v.service_hash AS hash, v.identifier_hash, CAST(NULL AS bigint) AS version,
			CAST(NULL AS timestamptz) AS created_at, CAST(NULL AS timestamptz) AS expires_at,
			CAST(NULL AS timestamptz) AS idle_expires_at, v.state""";

	private static final String LIVE = "expires_at > ? AND idle_expires_at > ?";

	/**
	 * Replaces an expired row and its services. In PostgreSQL all parts of a statement
	 * see the tables as before it, and the parts run in the order of their dependencies:
	 * the services are inserted after the old ones are deleted. The row has been replaced
	 * if its {@code xmax} shows an update.
	 */
	static final String CREATE = """
			WITH created AS (
				INSERT INTO campanile_session AS present
					(key, principal_hash, version, created_at, expires_at, idle_expires_at, state)
				VALUES (?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (key) DO UPDATE
				SET principal_hash = excluded.principal_hash, version = excluded.version,
					created_at = excluded.created_at, expires_at = excluded.expires_at,
					idle_expires_at = excluded.idle_expires_at, state = excluded.state
				WHERE present.expires_at <= ? OR present.idle_expires_at <= ?
				RETURNING present.key, present.xmax <> '0' AS replaced
			), old AS (
				DELETE FROM campanile_session_service
				WHERE session_key = ? AND (SELECT replaced FROM created) RETURNING TRUE
			), services AS (
				INSERT INTO campanile_session_service (session_key, service_hash, identifier_hash, state)
				SELECT created.key, service.hash, service.identifier_hash, service.state
				FROM created, unnest(?, ?, ?) AS service (hash, identifier_hash, state)
				WHERE (SELECT count(*) FROM old) >= 0
				RETURNING TRUE
			)
			SELECT TRUE AS created%s FROM created""";

	static final String CREATE_WITHOUT_SERVICES = CREATE.replaceAll("(?s), services AS .*?RETURNING TRUE\\s*\\)", "");

	static final String FIND = "SELECT " + COLUMNS + " FROM campanile_session WHERE key = ? AND " + LIVE
			+ " UNION ALL SELECT " + SERVICE_COLUMNS + " FROM campanile_session_service v WHERE v.session_key = ?";

	/** Returns a row if the session was updated. */
	static final String UPDATE = "UPDATE campanile_session SET state = ?, version = version + 1"
			+ " WHERE key = ? AND version = ? AND " + LIVE + " RETURNING TRUE";

	/**
	 * A transaction that adds a service locks the session's row, for which the delete
	 * waits. The services are read by a function that then sees what was added meanwhile;
	 * a later one finds no row to refer to.
	 */
	static final String END = "WITH ended AS (DELETE FROM campanile_session WHERE key = ? RETURNING " + COLUMNS
			+ ") SELECT * FROM ended UNION ALL SELECT " + SERVICE_COLUMNS
			+ " FROM ended CROSS JOIN LATERAL campanile_services_of(ended.key) v";

	/** Returns a row if the session exists, whether or not it had the service. */
	static final String ADD_SERVICE = "WITH session AS (SELECT key FROM campanile_session WHERE key = ? AND " + LIVE
			+ """
					), added AS (
						INSERT INTO campanile_session_service (session_key, service_hash, identifier_hash, state)
						SELECT key, ?, ?, ? FROM session
						ON CONFLICT DO NOTHING
					)
					SELECT TRUE AS live FROM session""";

	static final String BY_PRINCIPAL = "WITH page AS MATERIALIZED (SELECT * FROM campanile_session"
			+ " WHERE principal_hash = ? AND key > ? AND " + LIVE + " ORDER BY key LIMIT ?) " + withServices();

	static final String BY_IDENTIFIER = "WITH page AS MATERIALIZED (SELECT s.* FROM (SELECT DISTINCT session_key"
			+ " FROM campanile_session_service WHERE identifier_hash = ? AND session_key > ?"
			+ " ORDER BY session_key) found JOIN campanile_session s ON s.key = found.session_key WHERE " + LIVE
			+ " ORDER BY s.key LIMIT ?) " + withServices();

	/**
	 * Rows locked by others are not waited for, and returned instead: two nodes that
	 * touch the same sessions cannot block each other. Adding a service does not conflict
	 * with this lock.
	 */
	static final String TOUCH = """
			WITH wanted AS MATERIALIZED (
				SELECT s.key, least(w.idle_expires_at, s.expires_at) AS idle_expires_at
				FROM unnest(?, ?) AS w (key, idle_expires_at) JOIN campanile_session s ON s.key = w.key
				WHERE s.expires_at > ? AND s.idle_expires_at > ?
				AND s.idle_expires_at < least(w.idle_expires_at, s.expires_at)
			), locked AS MATERIALIZED (
				SELECT s.key FROM campanile_session s
				WHERE s.key IN (SELECT key FROM wanted) AND s.expires_at > ? AND s.idle_expires_at > ?
				ORDER BY s.key FOR NO KEY UPDATE SKIP LOCKED
			), touched AS (
				UPDATE campanile_session s SET idle_expires_at = greatest(s.idle_expires_at, wanted.idle_expires_at)
				FROM locked, wanted WHERE s.key = locked.key AND wanted.key = locked.key
				RETURNING s.key%s
			)
			SELECT wanted.key FROM wanted WHERE wanted.key NOT IN (SELECT key FROM touched)""";

	/** Reads at most 16 MiB, and extrapolates. */
	static final String COUNT = """
			SELECT CAST(round(count(*) / least(1, 2048.0 * 8192 / greatest(pg_relation_size('campanile_session'), 1)))
				AS bigint) AS count
			FROM campanile_session
			TABLESAMPLE SYSTEM (100 * least(1, 2048.0 * 8192 / greatest(pg_relation_size('campanile_session'), 1)))
			WHERE\s""" + LIVE;

	private SessionStatements() {
	}

	private static String withServices() {
		return "SELECT " + COLUMNS + " FROM page UNION ALL SELECT " + SERVICE_COLUMNS
				+ " FROM page JOIN campanile_session_service v ON v.session_key = page.key";
	}

}

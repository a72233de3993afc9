package org.campanile.storage.jpa;

import java.sql.ResultSet;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.onetime.OneTimeKey;
import org.campanile.onetime.OneTimeStore;
import org.campanile.store.StoreUnavailableException;

/**
 * One-time state in PostgreSQL. Each operation is one statement. Replay keys do not
 * depend on the purge: an insert replaces an expired row. Thread-safe.
 */
final class JpaOneTimeStore implements OneTimeStore {

	private static final String INSERT = """
			INSERT INTO campanile_one_time AS present (key, kind, expires_at, value)
			VALUES (?, ?, ?, ?)
			ON CONFLICT (key) DO UPDATE
			SET kind = excluded.kind, expires_at = excluded.expires_at, value = excluded.value
			WHERE present.expires_at <= ?
			RETURNING TRUE AS first""";

	private static final String TAKE = """
			DELETE FROM campanile_one_time WHERE key = ? AND value IS NOT NULL
			RETURNING CASE WHEN expires_at > ? THEN value END AS value""";

	private static final String FIND = """
			SELECT value FROM campanile_one_time
			WHERE key = ? AND value IS NOT NULL AND expires_at > ?""";

	private final Database database;

	private final InstantSource clock;

	JpaOneTimeStore(Database database, InstantSource clock) {
		this.database = database;
		this.clock = clock;
	}

	@Override
	public boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return insert("mark", kind, OneTimeKey.of(kind, key), null, expiresAt);
	}

	@Override
	public boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException {
		OneTimeKey digest = OneTimeKey.of(kind, key);
		OneTimeStore.requireStorable(value);
		return insert("put", kind, digest, value, expiresAt);
	}

	private boolean insert(String operation, String kind, OneTimeKey key, byte @Nullable [] value, Instant expiresAt)
			throws StoreUnavailableException {
		return database.query(operation, INSERT,
				parameters -> parameters.bytes(key.bytes())
					.text(kind)
					.time(expiresAt)
					.bytes(value)
					.time(clock.instant()),
				ResultSet::next);
	}

	@Override
	public Optional<byte[]> take(String kind, String key) throws StoreUnavailableException {
		return value("take", TAKE, OneTimeKey.of(kind, key));
	}

	@Override
	public Optional<byte[]> find(String kind, String key) throws StoreUnavailableException {
		return value("find", FIND, OneTimeKey.of(kind, key));
	}

	private Optional<byte[]> value(String operation, String statement, OneTimeKey key)
			throws StoreUnavailableException {
		return database.query(operation, statement, parameters -> parameters.bytes(key.bytes()).time(clock.instant()),
				rows -> rows.next() ? Optional.ofNullable(rows.getBytes(1)) : Optional.empty());
	}

}

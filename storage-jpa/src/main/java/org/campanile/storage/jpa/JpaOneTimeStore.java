package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
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
			VALUES (:key, :kind, :expiresAt, :value)
			ON CONFLICT (key) DO UPDATE
			SET kind = excluded.kind, expires_at = excluded.expires_at, value = excluded.value
			WHERE present.expires_at <= :now
			RETURNING TRUE AS first""";

	private static final String TAKE = """
			DELETE FROM campanile_one_time WHERE key = :key AND value IS NOT NULL
			RETURNING CASE WHEN expires_at > :now THEN value END AS value""";

	private static final String FIND = """
			SELECT value FROM campanile_one_time
			WHERE key = :key AND value IS NOT NULL AND expires_at > :now""";

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
		if (value.length > MAX_VALUE) {
			throw new IllegalArgumentException("a value of " + value.length + " bytes is over " + MAX_VALUE);
		}
		return insert("put", kind, digest, value, expiresAt);
	}

	private boolean insert(String operation, String kind, OneTimeKey key, byte @Nullable [] value, Instant expiresAt)
			throws StoreUnavailableException {
		List<Boolean> inserted = database.call(operation,
				session -> session.createNativeQuery(INSERT, Boolean.class)
					.addScalar("first", Boolean.class)
					.setParameter("key", key.bytes())
					.setParameter("kind", kind)
					.setParameter("expiresAt", expiresAt, Instant.class)
					.setParameter("value", value, byte[].class)
					.setParameter("now", clock.instant(), Instant.class)
					.getResultList());
		return !inserted.isEmpty();
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
		List<byte[]> values = database.call(operation,
				session -> session.createNativeQuery(statement, byte[].class)
					.addScalar("value", byte[].class)
					.setParameter("key", key.bytes())
					.setParameter("now", clock.instant(), Instant.class)
					.getResultList());
		return values.isEmpty() ? Optional.empty() : Optional.ofNullable(values.getFirst());
	}

}

package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import jakarta.persistence.Tuple;
import org.hibernate.StatelessSession;
import org.hibernate.query.NativeQuery;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;

/**
 * Records in PostgreSQL. Each operation is one statement; a change that fails reads the
 * record in a second one. Nothing depends on the purge. Thread-safe.
 */
final class JpaRecordStore implements RecordStore {

	private static final String COLUMNS = "kind, key, owner, version, expires_at, state";

	private static final String CREATE = """
			INSERT INTO campanile_record AS present (kind, key, owner, version, expires_at, state)
			VALUES (:kind, :key, :owner, :version, :expiresAt, :state)
			ON CONFLICT (key, kind) DO UPDATE
			SET owner = excluded.owner, version = excluded.version, expires_at = excluded.expires_at,
				state = excluded.state
			WHERE present.expires_at <= :now
			RETURNING TRUE AS first""";

	private static final String FIND = "SELECT " + COLUMNS + " " + """
			FROM campanile_record WHERE key = :key AND kind = :kind AND expires_at > :now""";

	private static final String UPDATE = """
			UPDATE campanile_record SET version = version + 1, expires_at = :expiresAt, state = :state
			WHERE key = :key AND kind = :kind AND version = :version AND expires_at > :now
			RETURNING TRUE AS first""";

	private static final String REMOVE = "DELETE FROM campanile_record"
			+ " WHERE key = :key AND kind = :kind AND expires_at > :now RETURNING " + COLUMNS;

	private static final String BY_OWNER = "SELECT " + COLUMNS + " " + """
			FROM campanile_record
			WHERE owner = :owner AND kind = :kind AND key > :after AND expires_at > :now
			ORDER BY key LIMIT :limit""";

	private final Database database;

	private final InstantSource clock;

	JpaRecordStore(Database database, InstantSource clock) {
		this.database = database;
		this.clock = clock;
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		RecordStore.requireSize(record.state());
		return database.call("creating a record",
				work -> !first(work, CREATE, record.kind(), record.key())
					.setParameter("owner", Hex.parse(record.owner()))
					.setParameter("version", record.version())
					.setParameter("expiresAt", record.expiresAt(), Instant.class)
					.setParameter("state", record.state())
					.getResultList()
					.isEmpty());
	}

	private NativeQuery<Boolean> first(StatelessSession work, String statement, String kind, String key) {
		return work.createNativeQuery(statement, Boolean.class)
			.addScalar("first", Boolean.class)
			.setParameter("kind", kind)
			.setParameter("key", Hex.parse(key))
			.setParameter("now", clock.instant(), Instant.class);
	}

	@Override
	public Optional<StoredRecord> find(String kind, String key) throws StoreUnavailableException {
		return database.call("finding a record", work -> find(work, kind, key));
	}

	private Optional<StoredRecord> find(StatelessSession work, String kind, String key) {
		return rows(work, FIND, kind).setParameter("key", Hex.parse(key))
			.getResultList()
			.stream()
			.findFirst()
			.map(JpaRecordStore::record);
	}

	@Override
	public RecordUpdate update(String kind, String key, long version, Instant expiresAt, byte[] state)
			throws StoreUnavailableException {
		RecordStore.requireSize(state);
		return database.call("changing a record", work -> {
			List<Boolean> updated = first(work, UPDATE, kind, key).setParameter("version", version)
				.setParameter("expiresAt", expiresAt, Instant.class)
				.setParameter("state", state)
				.getResultList();
			return updated.isEmpty()
					? find(work, kind, key).<RecordUpdate>map(RecordUpdate.Stale::new).orElseGet(RecordUpdate.Gone::new)
					: new RecordUpdate.Updated(version + 1);
		});
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String key) throws StoreUnavailableException {
		return database.call("removing a record",
				work -> rows(work, REMOVE, kind).setParameter("key", Hex.parse(key))
					.getResultList()
					.stream()
					.findFirst()
					.map(JpaRecordStore::record));
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String owner, String after, int limit)
			throws StoreUnavailableException {
		return database.call("looking up records",
				work -> rows(work, BY_OWNER, kind).setParameter("owner", Hex.parse(owner))
					.setParameter("after", Hex.parse(after))
					.setParameter("limit", limit)
					.getResultList()
					.stream()
					.map(JpaRecordStore::record)
					.toList());
	}

	private NativeQuery<Tuple> rows(StatelessSession work, String statement, String kind) {
		return work.createNativeQuery(statement, Tuple.class)
			.addScalar("kind", String.class)
			.addScalar("key", byte[].class)
			.addScalar("owner", byte[].class)
			.addScalar("version", Long.class)
			.addScalar("expires_at", Instant.class)
			.addScalar("state", byte[].class)
			.setParameter("kind", kind)
			.setParameter("now", clock.instant(), Instant.class);
	}

	private static StoredRecord record(Tuple row) {
		return new StoredRecord(row.get("kind", String.class), Hex.digits(row.get("key", byte[].class)),
				Hex.digits(row.get("owner", byte[].class)), row.get("version", Long.class),
				row.get("expires_at", Instant.class), row.get("state", byte[].class));
	}

}

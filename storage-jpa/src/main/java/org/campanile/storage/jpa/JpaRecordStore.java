package org.campanile.storage.jpa;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;

/**
 * Records in PostgreSQL, each operation one statement; a refused update reads the current
 * record with another. Does not depend on the purge: an insert replaces an expired row.
 * Thread-safe.
 */
final class JpaRecordStore implements RecordStore {

	private static final String CREATE = """
			INSERT INTO campanile_record AS present (kind, key_hash, owner_hash, version, expires_at, state)
			VALUES (:kind, :key, :owner, :version, :expiresAt, :state)
			ON CONFLICT (kind, key_hash) DO UPDATE
			SET owner_hash = excluded.owner_hash, version = excluded.version, expires_at = excluded.expires_at,
				state = excluded.state
			WHERE present.expires_at <= :now""";

	private static final String FIND = """
			select r from Record r
			where r.kind = :kind and r.keyHash = :key and r.expiresAt > :now""";

	private static final String UPDATE = """
			UPDATE campanile_record SET state = :state, expires_at = :expiresAt, version = version + 1
			WHERE kind = :kind AND key_hash = :key AND version = :version AND expires_at > :now""";

	private static final String REMOVE = """
			DELETE FROM campanile_record WHERE kind = :kind AND key_hash = :key AND expires_at > :now
			RETURNING *""";

	static final String BY_OWNER = """
			SELECT * FROM campanile_record
			WHERE kind = :kind AND owner_hash = :owner AND key_hash > :after AND expires_at > :now
			ORDER BY key_hash LIMIT :limit""";

	private final Database database;

	private final InstantSource clock;

	JpaRecordStore(Database database, InstantSource clock) {
		this.database = database;
		this.clock = clock;
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		RecordStore.requireStorable(record.state());
		return database.call("creating a record",
				work -> work.createNativeMutationQuery(CREATE)
					.setParameter("kind", record.kind())
					.setParameter("key", Hex.parse(record.keyHash()))
					.setParameter("owner", Hex.parse(record.ownerHash()))
					.setParameter("version", record.version())
					.setParameter("expiresAt", record.end(), Instant.class)
					.setParameter("state", record.state())
					.setParameter("now", clock.instant(), Instant.class)
					.executeUpdate()) > 0;
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
		return database
			.call("finding a record",
					work -> work.createSelectionQuery(FIND, RecordEntity.class)
						.setParameter("kind", kind)
						.setParameter("key", Hex.parse(keyHash))
						.setParameter("now", clock.instant())
						.getResultList())
			.stream()
			.map(RecordEntity::toStored)
			.findFirst();
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException {
		RecordStore.requireStorable(state);
		int updated = database.call("updating a record",
				work -> work.createNativeMutationQuery(UPDATE)
					.setParameter("state", state)
					.setParameter("expiresAt", end, Instant.class)
					.setParameter("kind", kind)
					.setParameter("key", Hex.parse(keyHash))
					.setParameter("version", version)
					.setParameter("now", clock.instant(), Instant.class)
					.executeUpdate());
		if (updated > 0) {
			return new RecordUpdate.Updated(version + 1);
		}
		Optional<StoredRecord> current = find(kind, keyHash);
		return current.isPresent() ? new RecordUpdate.Stale(current.get()) : new RecordUpdate.Gone();
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
		return database
			.call("removing a record",
					work -> work.createNativeQuery(REMOVE, RecordEntity.class)
						.setParameter("kind", kind)
						.setParameter("key", Hex.parse(keyHash))
						.setParameter("now", clock.instant(), Instant.class)
						.getResultList())
			.stream()
			.map(RecordEntity::toStored)
			.findFirst();
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException {
		return database
			.call("looking up records",
					work -> work.createNativeQuery(BY_OWNER, RecordEntity.class)
						.setParameter("kind", kind)
						.setParameter("owner", Hex.parse(ownerHash))
						.setParameter("after", Hex.parse(after))
						.setParameter("now", clock.instant(), Instant.class)
						.setParameter("limit", limit)
						.getResultList())
			.stream()
			.map(RecordEntity::toStored)
			.toList();
	}

}

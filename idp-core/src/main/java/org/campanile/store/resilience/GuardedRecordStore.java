package org.campanile.store.resilience;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;

/** A guarded store of records. Only reads are retried. */
final class GuardedRecordStore implements RecordStore {

	private final RecordStore target;

	private final StoreOperations guard;

	GuardedRecordStore(RecordStore target, StoreOperations guard) {
		this.target = target;
		this.guard = guard;
	}

	/** Reads a record that does not exist. */
	static GuardedOperation<?> probe(RecordStore target) {
		return repeated -> target.find("probe", "0".repeat(64));
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		return guard.once("create", repeated -> target.create(record));
	}

	@Override
	public Optional<StoredRecord> find(String kind, String key) throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(kind, key));
	}

	@Override
	public RecordUpdate update(String kind, String key, long version, Instant expiresAt, byte[] state)
			throws StoreUnavailableException {
		return guard.once("update", repeated -> target.update(kind, key, version, expiresAt, state));
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String key) throws StoreUnavailableException {
		return guard.once("remove", repeated -> target.remove(kind, key));
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String owner, String after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find-by-owner", repeated -> target.findByOwner(kind, owner, after, limit));
	}

}

package org.campanile.testkit.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.store.CountingStore;

/**
 * Records every operation before passing it on, and fails those configured to fail.
 */
public final class CountingRecordStore extends CountingStore<CountingRecordStore.Operation> implements RecordStore {

	private final RecordStore target;

	public CountingRecordStore(RecordStore target) {
		this.target = target;
	}

	/** The operations of a store. */
	public enum Operation {

		CREATE, FIND, UPDATE, REMOVE, FIND_BY_OWNER

	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		note(Operation.CREATE);
		return target.create(record);
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
		note(Operation.FIND);
		return target.find(kind, keyHash);
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException {
		note(Operation.UPDATE);
		return target.update(kind, keyHash, version, end, state);
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
		note(Operation.REMOVE);
		return target.remove(kind, keyHash);
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException {
		note(Operation.FIND_BY_OWNER);
		return target.findByOwner(kind, ownerHash, after, limit);
	}

}

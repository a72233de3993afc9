package org.campanile.store.resilience;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;

/**
 * A guarded record store. All operations are retried except {@code remove}, which reports
 * the caller that did it.
 */
record GuardedRecordStore(RecordStore target, StoreOperations guard) implements RecordStore {

	private static final String PROBE_HASH = "0".repeat(64);

	static GuardedOperation<?> probe(RecordStore target) {
		return repeated -> target.find("probe", PROBE_HASH);
	}

	/**
	 * Creates a record. If a retry finds the key taken and the stored state equal, the
	 * first attempt took it: no two seals are equal.
	 */
	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		return guard.repeatable("create",
				repeated -> target.create(record) || repeated && target.find(record.kind(), record.keyHash())
					.filter(stored -> Arrays.equals(stored.state(), record.state()))
					.isPresent());
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(kind, keyHash));
	}

	/**
	 * Treats a conflict like {@link #create}: if the first attempt caused it, the update
	 * succeeded. If a retry of an update that {@linkplain RecordStore#ENDED removes} the
	 * record finds none, the first attempt counts as having removed it; another caller
	 * that did so in between looks the same.
	 */
	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException {
		return guard.repeatable("update", repeated -> {
			RecordUpdate outcome = target.update(kind, keyHash, version, end, state);
			return repeated ? afterRetry(outcome, version, end, state) : outcome;
		});
	}

	private static RecordUpdate afterRetry(RecordUpdate outcome, long version, Instant end, byte[] state) {
		return switch (outcome) {
			case RecordUpdate.Stale(StoredRecord current) when Arrays.equals(current.state(), state) ->
				new RecordUpdate.Updated(current.version());
			case RecordUpdate.Gone gone when end.equals(ENDED) -> new RecordUpdate.Updated(version + 1);
			default -> outcome;
		};
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
		return guard.once("remove", repeated -> target.remove(kind, keyHash));
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_owner", repeated -> target.findByOwner(kind, ownerHash, after, limit));
	}

}

package org.campanile.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * A store for a node whose keys may not be those of the store. It refuses every operation
 * until the {@link KeyRingMark} has shown once that they are, as a record that only seems
 * to be missing must not be taken for one that was never made; later it has the mark
 * written for each key before that seals anything. Thread-safe.
 */
final class KeyRingGuard implements RecordStore {

	private final RecordStore target;

	private final KeyRingMark mark;

	/** The sealing key, which is marked; empty until the ring was the store's. */
	private volatile String marked = "";

	KeyRingGuard(RecordStore target, KeyRingMark mark) {
		this.target = target;
		this.mark = mark;
	}

	/**
	 * Returns the store, once the keys are known to be its own and the sealing key is
	 * marked.
	 */
	RecordStore checked() throws StoreUnavailableException {
		String newest = mark.sealingKey();
		if (!newest.equals(marked)) {
			KeyRingMark.State state = mark.keep();
			if (state != KeyRingMark.State.OWN && !mark.goesOn(state)) {
				throw new StoreUnavailableException("it was used with "
						+ (state == KeyRingMark.State.FOREIGN ? "other keys" : "another salt") + " than this node has");
			}
			marked = newest;
		}
		return target;
	}

	/**
	 * Returns the store for reads. A read seals nothing, so that no key needs a mark for
	 * it.
	 */
	private RecordStore readable() throws StoreUnavailableException {
		return mark.sealingKey().equals(marked) || mark.isOfOwn() ? target : checked();
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		return checked().create(record);
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
		return readable().find(kind, keyHash);
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException {
		return checked().update(kind, keyHash, version, end, state);
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
		return checked().remove(kind, keyHash);
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException {
		return readable().findByOwner(kind, ownerHash, after, limit);
	}

}

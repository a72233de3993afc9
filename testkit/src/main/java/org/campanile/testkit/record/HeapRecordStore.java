package org.campanile.testkit.record;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;

/**
 * The simplest store that satisfies the contract: a map behind one lock, never purged.
 * Thread-safe.
 */
public final class HeapRecordStore implements RecordStore {

	private final InstantSource clock;

	private final Map<String, StoredRecord> backend;

	/**
	 * @param backend stores records by kind and key hash; also the lock
	 */
	public HeapRecordStore(InstantSource clock, Map<String, StoredRecord> backend) {
		this.clock = clock;
		this.backend = backend;
	}

	@Override
	public boolean create(StoredRecord record) {
		RecordStore.requireStorable(record.state());
		synchronized (backend) {
			if (find(record.kind(), record.keyHash()).isPresent()) {
				return false;
			}
			backend.put(name(record.kind(), record.keyHash()), record);
			return true;
		}
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) {
		synchronized (backend) {
			return Optional.ofNullable(backend.get(name(kind, keyHash))).filter(this::isLive);
		}
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state) {
		RecordStore.requireStorable(state);
		synchronized (backend) {
			Optional<StoredRecord> current = find(kind, keyHash);
			if (current.isEmpty()) {
				return new RecordUpdate.Gone();
			}
			if (current.get().version() != version) {
				return new RecordUpdate.Stale(current.get());
			}
			backend.put(name(kind, keyHash), current.get().updated(end, state));
			return new RecordUpdate.Updated(version + 1);
		}
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) {
		synchronized (backend) {
			return Optional.ofNullable(backend.remove(name(kind, keyHash))).filter(this::isLive);
		}
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit) {
		synchronized (backend) {
			return backend.values()
				.stream()
				.filter(stored -> stored.kind().equals(kind) && stored.ownerHash().equals(ownerHash) && isLive(stored))
				.filter(stored -> stored.keyHash().compareTo(after) > 0)
				.sorted(Comparator.comparing(StoredRecord::keyHash))
				.limit(limit)
				.toList();
		}
	}

	private static String name(String kind, String keyHash) {
		return kind + '/' + keyHash;
	}

	private boolean isLive(StoredRecord stored) {
		return clock.instant().isBefore(stored.end());
	}

}

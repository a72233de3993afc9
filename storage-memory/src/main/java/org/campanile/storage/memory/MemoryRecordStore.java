package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.InProcess;
import org.campanile.store.StoreUnavailableException;

/**
 * Records in the memory of one node. Bounded: when full it refuses new ones instead of
 * evicting. Thread-safe.
 */
public final class MemoryRecordStore implements RecordStore, InProcess {

	private final InstantSource clock;

	private final long limit;

	/** By kind and key. */
	private final Cache<String, StoredRecord> records;

	/** By kind, owner and key; changed together with the record. */
	private final ConcurrentSkipListMap<String, StoredRecord> byOwner = new ConcurrentSkipListMap<>();

	/**
	 * @param limit how many records are kept at most; concurrent calls may exceed it
	 * slightly
	 */
	public MemoryRecordStore(InstantSource clock, long limit) {
		this.clock = clock;
		this.limit = limit;
		this.records = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(Expiry
				.writing((String key, StoredRecord record) -> Duration.between(clock.instant(), record.expiresAt())))
			.evictionListener((@Nullable String key, @Nullable StoredRecord record, RemovalCause cause) -> {
				if (record != null) {
					byOwner.remove(place(record), record);
				}
			})
			.build();
	}

	private static String name(String kind, String key) {
		return kind + ' ' + key;
	}

	private static String place(StoredRecord record) {
		return place(record.kind(), record.owner(), record.key());
	}

	private static String place(String kind, String owner, String key) {
		return kind + ' ' + owner + ' ' + key;
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		RecordStore.requireSize(record.state());
		if (records.estimatedSize() >= limit) {
			records.cleanUp();
			if (records.estimatedSize() >= limit) {
				throw new StoreUnavailableException(
						"there are " + limit + " records, as many as campanile.storage.memory.max-records allows");
			}
		}
		boolean[] created = { false };
		records.asMap().compute(name(record.kind(), record.key()), (name, present) -> {
			if (isLive(present)) {
				return present;
			}
			if (present != null) {
				byOwner.remove(place(present), present);
			}
			created[0] = true;
			byOwner.put(place(record), record);
			return record;
		});
		return created[0];
	}

	private boolean isLive(@Nullable StoredRecord record) {
		return record != null && clock.instant().isBefore(record.expiresAt());
	}

	@Override
	public Optional<StoredRecord> find(String kind, String key) {
		return Optional.ofNullable(records.getIfPresent(name(kind, key))).filter(this::isLive);
	}

	@Override
	public RecordUpdate update(String kind, String key, long version, Instant expiresAt, byte[] state) {
		RecordStore.requireSize(state);
		AtomicReference<RecordUpdate> result = new AtomicReference<>(new RecordUpdate.Gone());
		records.asMap().computeIfPresent(name(kind, key), (name, present) -> {
			if (!isLive(present)) {
				return present;
			}
			if (present.version() != version) {
				result.set(new RecordUpdate.Stale(present));
				return present;
			}
			StoredRecord changed = new StoredRecord(kind, key, present.owner(), version + 1, expiresAt, state);
			byOwner.put(place(changed), changed);
			result.set(new RecordUpdate.Updated(version + 1));
			return changed;
		});
		return result.get();
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String key) {
		AtomicReference<@Nullable StoredRecord> removed = new AtomicReference<>();
		records.asMap().computeIfPresent(name(kind, key), (name, present) -> {
			byOwner.remove(place(present), present);
			removed.set(isLive(present) ? present : null);
			return null;
		});
		return Optional.ofNullable(removed.get());
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String owner, String after, int limit) {
		return byOwner.subMap(place(kind, owner, after), false, place(kind, owner, "g"), false)
			.values()
			.stream()
			.filter(this::isLive)
			.limit(limit)
			.toList();
	}

}

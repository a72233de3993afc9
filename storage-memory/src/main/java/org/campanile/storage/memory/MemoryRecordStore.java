package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.InProcess;
import org.campanile.store.StoreRefusedException;

/**
 * Records in the memory of one node. Bounded: when full it refuses new ones instead of
 * evicting, because their owners rely on them. Warns once when half full, and again only
 * after it fell below a quarter. Thread-safe.
 */
public final class MemoryRecordStore implements RecordStore, InProcess {

	private static final Logger logger = LoggerFactory.getLogger(MemoryRecordStore.class);

	private final InstantSource clock;

	private final long capacity;

	private final String setting;

	private final Cache<Name, StoredRecord> records;

	/** The records by owner, in order; changed only while the cache locks the name. */
	private final ConcurrentNavigableMap<Posting, StoredRecord> byOwner = new ConcurrentSkipListMap<>();

	private final AtomicBoolean warned = new AtomicBoolean();

	private record Name(String kind, String keyHash) {
	}

	private record Posting(String kind, String ownerHash, String keyHash) implements Comparable<Posting> {

		private static final Comparator<Posting> ORDER = Comparator.comparing(Posting::kind)
			.thenComparing(Posting::ownerHash)
			.thenComparing(Posting::keyHash);

		static Posting of(StoredRecord stored) {
			return new Posting(stored.kind(), stored.ownerHash(), stored.keyHash());
		}

		@Override
		public int compareTo(Posting other) {
			return ORDER.compare(this, other);
		}

	}

	/**
	 * @param capacity how many records are kept at most; concurrent calls may exceed it
	 * slightly
	 * @param setting the key that limits it, for messages
	 */
	public MemoryRecordStore(InstantSource clock, long capacity, String setting) {
		this.clock = clock;
		this.capacity = capacity;
		this.setting = setting;
		this.records = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(
					Expiry.writing((Name name, StoredRecord stored) -> Duration.between(clock.instant(), stored.end())))
			.evictionListener(this::expired)
			.build();
	}

	private void expired(@Nullable Name name, @Nullable StoredRecord stored, RemovalCause cause) {
		if (stored != null) {
			// Does not remove a successor's entry.
			byOwner.remove(Posting.of(stored), stored);
		}
	}

	@Override
	public boolean create(StoredRecord record) throws StoreRefusedException {
		RecordStore.requireStorable(record.state());
		requireCapacity();
		Instant now = clock.instant();
		boolean[] created = { false };
		records.asMap().compute(new Name(record.kind(), record.keyHash()), (name, present) -> {
			if (present != null && now.isBefore(present.end())) {
				return present;
			}
			if (present != null) {
				byOwner.remove(Posting.of(present));
			}
			byOwner.put(Posting.of(record), record);
			created[0] = true;
			return record;
		});
		return created[0];
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) {
		return Optional.ofNullable(records.getIfPresent(new Name(kind, keyHash))).filter(this::isLive);
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state) {
		RecordStore.requireStorable(state);
		Instant now = clock.instant();
		AtomicReference<RecordUpdate> outcome = new AtomicReference<>(new RecordUpdate.Gone());
		records.asMap().computeIfPresent(new Name(kind, keyHash), (name, present) -> {
			if (!now.isBefore(present.end())) {
				return present;
			}
			if (present.version() != version) {
				outcome.set(new RecordUpdate.Stale(present));
				return present;
			}
			StoredRecord updated = present.updated(end, state);
			byOwner.put(Posting.of(updated), updated);
			outcome.set(new RecordUpdate.Updated(updated.version()));
			return updated;
		});
		return outcome.get();
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) {
		AtomicReference<@Nullable StoredRecord> removed = new AtomicReference<>();
		records.asMap().computeIfPresent(new Name(kind, keyHash), (name, present) -> {
			byOwner.remove(Posting.of(present));
			removed.set(present);
			return null;
		});
		return Optional.ofNullable(removed.get()).filter(this::isLive);
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit) {
		List<StoredRecord> page = new ArrayList<>();
		for (StoredRecord stored : byOwner.tailMap(new Posting(kind, ownerHash, after), false).values()) {
			if (page.size() == limit || !stored.kind().equals(kind) || !stored.ownerHash().equals(ownerHash)) {
				break;
			}
			if (isLive(stored)) {
				page.add(stored);
			}
		}
		return page;
	}

	private void requireCapacity() throws StoreRefusedException {
		if (records.estimatedSize() >= capacity) {
			// Remove expired records first.
			records.cleanUp();
		}
		long count = records.estimatedSize();
		if (count < capacity / 4) {
			warned.set(false);
		}
		else if (count > capacity / 2 && !warned.getAndSet(true)) {
			logger.warn("The store of records is half full: {} of {}; when it is full, new ones are refused. Raise {}",
					count, capacity, setting);
		}
		if (count >= capacity) {
			throw new StoreRefusedException("it holds " + capacity + " records and accepts no more; raise " + setting);
		}
	}

	/** The number of index entries, including those of expired records. */
	int indexed() {
		records.cleanUp();
		return byOwner.size();
	}

	private boolean isLive(StoredRecord stored) {
		return clock.instant().isBefore(stored.end());
	}

}

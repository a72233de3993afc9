package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import org.jspecify.annotations.Nullable;

import org.campanile.record.RecordStore;
import org.campanile.record.RecordUpdate;
import org.campanile.record.StoredRecord;
import org.campanile.store.StoreUnavailableException;

/**
 * Records in a Hazelcast map. Each operation on one record runs on the entry's owner and
 * is acknowledged by its backups; a repeated call returns the result of the first run.
 * Thread-safe.
 */
final class HazelcastRecordStore implements RecordStore {

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	HazelcastRecordStore(HazelcastInstance hazelcast, HazelcastOperations operations, InstantSource clock,
			SecureRandom random) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.clock = clock;
		this.nonces = new Nonces(random);
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		RecordStore.requireSize(record.state());
		return run("create a record", record.kind(), record.key(),
				new RecordProcessor.Create(RecordEntry.of(record, nonces.next()), clock.millis()));
	}

	@Override
	public Optional<StoredRecord> find(String kind, String key) throws StoreUnavailableException {
		String name = RecordEntry.name(kind, key);
		@Nullable RecordEntry found = operations.<@Nullable RecordEntry>run("read a record", () -> records().getAsync(name));
		return Optional.ofNullable(found)
			.filter(present -> present.isLiveAt(clock.millis()))
			.map(present -> present.stored(name));
	}

	@Override
	public RecordUpdate update(String kind, String key, long version, Instant expiresAt, byte[] state)
			throws StoreUnavailableException {
		RecordStore.requireSize(state);
		long nonce = nonces.next();
		@Nullable RecordEntry current = run("change a record", kind, key,
				new RecordProcessor.Update(version, expiresAt.toEpochMilli(), state, nonce, clock.millis()));
		if (current == null) {
			return new RecordUpdate.Gone();
		}
		return current.updatedBy() == nonce ? new RecordUpdate.Updated(current.version())
				: new RecordUpdate.Stale(current.stored(RecordEntry.name(kind, key)));
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String key) throws StoreUnavailableException {
		@Nullable RecordEntry removed = run("remove a record", kind, key,
				new RecordProcessor.Remove(nonces.next(), clock.millis()));
		return Optional.ofNullable(removed).map(entry -> entry.stored(RecordEntry.name(kind, key)));
	}

	/**
	 * First the keys, by index and in order, then these records; if some are removed
	 * meanwhile, further ones are read.
	 */
	@Override
	public List<StoredRecord> findByOwner(String kind, String owner, String after, int limit)
			throws StoreUnavailableException {
		List<StoredRecord> page = new ArrayList<>();
		String last = RecordEntry.name(kind, after);
		while (page.size() < limit) {
			int missing = limit - page.size();
			TreeSet<String> names = names(kind, owner, last, missing);
			Map<String, RecordEntry> found = operations.runBlocking("read records",
					() -> records().getAll(new LinkedHashSet<>(names)));
			for (String name : names) {
				last = name;
				RecordEntry entry = found.get(name);
				if (entry != null && entry.isLiveAt(clock.millis())) {
					page.add(entry.stored(name));
				}
			}
			if (names.size() < missing) {
				break;
			}
		}
		return page;
	}

	private TreeSet<String> names(String kind, String owner, String after, int limit) throws StoreUnavailableException {
		Predicate<String, RecordEntry> live = Predicates.and(Predicates.equal("owner", owner),
				Predicates.equal("kind", kind), Predicates.greaterThan("__key", after),
				Predicates.greaterThan("expires", clock.millis()));
		return new TreeSet<>(operations.runBlocking("look up records",
				() -> records().keySet(Predicates.pagingPredicate(live, limit))));
	}

	private <R extends @Nullable Object> R run(String name, String kind, String key, RecordProcessor<R> processor)
			throws StoreUnavailableException {
		return operations.run(name, () -> records().submitToKey(RecordEntry.name(kind, key), processor));
	}

	private IMap<String, RecordEntry> records() {
		return HazelcastMaps.records(hazelcast);
	}

}

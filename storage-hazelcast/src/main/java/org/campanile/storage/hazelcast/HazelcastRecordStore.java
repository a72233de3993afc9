package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

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
 * Records in a Hazelcast map. Reads query the owner of the record, and the copies if it
 * does not answer; changes run on the owner, atomically, and are acknowledged by its
 * backups. Thread-safe.
 */
final class HazelcastRecordStore implements RecordStore {

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	private final BackupReads<KeptRecord> copies;

	private final IndexPages<KeptRecord> pages;

	HazelcastRecordStore(HazelcastInstance hazelcast, HazelcastOperations operations, InstantSource clock,
			SecureRandom random) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.clock = clock;
		this.nonces = new Nonces(random);
		this.copies = new BackupReads<>(hazelcast, HazelcastMaps.RECORDS);
		this.pages = new IndexPages<>(operations, this::records, "records");
	}

	@Override
	public boolean create(StoredRecord record) throws StoreUnavailableException {
		RecordStore.requireStorable(record.state());
		KeptRecord created = new KeptRecord(name(record.kind(), record.ownerHash()), null, record.version(),
				record.end().toEpochMilli(), record.state(), nonces.next(), 0, 0);
		return run("create a record", name(record.kind(), record.keyHash()),
				new RecordProcessor.Create(created, clock.millis()));
	}

	@Override
	public Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException {
		String key = name(kind, keyHash);
		@Nullable KeptRecord found = operations.<@Nullable KeptRecord>run("read a record", () -> records().getAsync(key),
				() -> copies.find(key));
		return Optional.ofNullable(found).flatMap(kept -> live(key, kept));
	}

	@Override
	public RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException {
		RecordStore.requireStorable(state);
		String key = name(kind, keyHash);
		long nonce = nonces.next();
		@Nullable KeptRecord current = run("update a record", key,
				new RecordProcessor.Update(version, end.toEpochMilli(), state, nonce, clock.millis()));
		if (current == null) {
			return new RecordUpdate.Gone();
		}
		return current.updatedBy() == nonce ? new RecordUpdate.Updated(current.version())
				: new RecordUpdate.Stale(stored(key, current));
	}

	@Override
	public Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException {
		String key = name(kind, keyHash);
		@Nullable KeptRecord removed = run("remove a record", key, new RecordProcessor.Remove(nonces.next(), clock.millis()));
		return Optional.ofNullable(removed).map(kept -> stored(key, kept));
	}

	@Override
	public List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException {
		Predicate<String, KeptRecord> wanted = Predicates.and(Predicates.equal("owner", name(kind, ownerHash)),
				Predicates.greaterThan("expires", clock.millis()));
		return pages.page(wanted, name(kind, after), limit, this::live);
	}

	private Optional<StoredRecord> live(String key, KeptRecord kept) {
		return kept.isLiveAt(clock.millis()) ? Optional.of(stored(key, kept)) : Optional.empty();
	}

	private <R extends @Nullable Object> R run(String name, String key, RecordProcessor<R> processor)
			throws StoreUnavailableException {
		return operations.run(name, () -> records().submitToKey(key, processor));
	}

	private IMap<String, KeptRecord> records() {
		return HazelcastMaps.records(hazelcast);
	}

	/**
	 * Returns the name of a record. No kind has a slash, so the names of a kind sort as
	 * their hashes do.
	 */
	private static String name(String kind, String hash) {
		return kind + '/' + hash;
	}

	private static StoredRecord stored(String key, KeptRecord kept) {
		String former = kept.former();
		int slash = key.indexOf('/');
		return new StoredRecord(key.substring(0, slash), key.substring(slash + 1),
				(former == null ? kept.owner() : former).substring(slash + 1), kept.version(),
				Instant.ofEpochMilli(kept.expires()), kept.state());
	}

}

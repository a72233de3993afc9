package org.campanile.record;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Manages records in a {@link RecordStore}. Keys and owners are hashed and contents
 * sealed, so that the store reveals neither. Thread-safe.
 * <p>
 * Seals are made with the newest key of the ring. Hashes are made with a key of their own
 * that never changes, so that a record is found by one read whatever the ring holds; or,
 * for records that end soon, with the newest key of the ring as well. In that case a
 * record is found while the key that was the newest when it was created is still in the
 * ring, each further key of the ring costs one more read of a key or owner that is not
 * found with the newer ones, and callers choose keys that never repeat, or a ring of one
 * key.
 */
public final class Records {

	private static final int MAX_TRIES = 5;

	private final RecordStore store;

	private final RecordSeals seals;

	private final InstantSource clock;

	/**
	 * Records that end soon, hashed and sealed with the same ring.
	 * @param sealer with a ring that lasts as long as the records
	 */
	public Records(RecordStore store, Sealer sealer, InstantSource clock) {
		this(store, sealer, null, clock);
	}

	/**
	 * Records that are kept for good.
	 * @param sealer with a ring that rotates: a key may be removed once no record is
	 * sealed with it any more, which {@link Entry#sealedByNewest()} shows
	 * @param hashing never changes, as with another key no record is found:
	 * {@link #durableHashing}
	 */
	public static Records durable(RecordStore store, Sealer sealer, SealingKey hashing, InstantSource clock) {
		return new Records(store, sealer, hashing, clock);
	}

	/**
	 * Returns the key that hashes the names of permanent records.
	 * @param secret the salt of persistent identifiers, which never changes either
	 */
	public static SealingKey durableHashing(byte[] secret) {
		return SealingKey.derivedFrom(secret, "campanile durable records");
	}

	private Records(RecordStore store, Sealer sealer, @Nullable SealingKey hashing, InstantSource clock) {
		this.store = store;
		this.seals = new RecordSeals(sealer, hashing);
		this.clock = clock;
	}

	/**
	 * A record in the form in which it was read.
	 *
	 * @param keyHash names it within its kind; reveals nothing of its key
	 * @param ownerHash reveals nothing of its owner
	 * @param version the version that an update expects
	 * @param end when it expires, to the millisecond
	 * @param content the stored content; must not be modified
	 * @param sealedByNewest whether the key that seals now sealed it; otherwise an
	 * {@link #update} with the same content seals it anew
	 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that sealed it
	 */
	public record Entry(RecordKind kind, String keyHash, String ownerHash, long version, Instant end, byte[] content,
			boolean sealedByNewest, String sealedWith) {

		/** Omits the content, which may be confidential. */
		@Override
		public String toString() {
			return "Entry[" + kind.name() + '/' + keyHash + ", version " + version + ", until " + end + ']';
		}

	}

	public sealed interface Update {

		record Updated() implements Update {
		}

		/**
		 * Another caller was first; nothing was changed.
		 *
		 * @param current the current record
		 */
		record Stale(Entry current) implements Update {
		}

		/** The record no longer exists; nothing was changed. */
		record Gone() implements Update {
		}

	}

	/** Whether a record that was read has that key. */
	public boolean isOf(Entry read, String key) {
		return seals.hashingKeys()
			.stream()
			.anyMatch(each -> seals.keyHash(each, read.kind(), key).equals(read.keyHash()));
	}

	/**
	 * Stores a new record.
	 * @param owner the owner, for {@link #scan} and {@link #removeByOwner}
	 * @param end when it expires; truncated to the millisecond
	 * @return false, with the stored one unchanged, if there is a live one of that key
	 * @throws StoreUnavailableException also if the content is larger than a store
	 * accepts
	 */
	public boolean create(RecordKind kind, String key, String owner, Instant end, byte[] content)
			throws StoreUnavailableException {
		SealingKey newest = seals.hashingKeys().getFirst();
		String keyHash = seals.keyHash(newest, kind, key);
		String ownerHash = seals.ownerHash(newest, kind, owner);
		Instant until = end.truncatedTo(ChronoUnit.MILLIS);
		return store.create(new StoredRecord(kind.name(), keyHash, ownerHash, StoredRecord.FIRST, until,
				seals.seal(kind, keyHash, ownerHash, until, content)));
	}

	/**
	 * Returns the live record of that key; one read, if its hash is of the newest key.
	 * @throws UnreadableRecordException if it does not open
	 */
	public Optional<Entry> find(RecordKind kind, String key) throws StoreUnavailableException {
		for (SealingKey each : seals.hashingKeys()) {
			String keyHash = seals.keyHash(each, kind, key);
			Optional<StoredRecord> stored = store.find(kind.name(), keyHash);
			if (stored.isPresent()) {
				return live(seals.read(kind, keyHash, stored.get()));
			}
		}
		return Optional.empty();
	}

	/**
	 * Returns the live record of that key; one read, if its hash is of the newest key.
	 * Unlike {@link #find} it neither fails nor logs if the record does not open.
	 * @return empty if there is none
	 */
	Optional<FoundRecord> look(RecordKind kind, String key) throws StoreUnavailableException {
		for (SealingKey each : seals.hashingKeys()) {
			String keyHash = seals.keyHash(each, kind, key);
			Optional<StoredRecord> stored = store.find(kind.name(), keyHash);
			if (stored.isPresent()) {
				return Optional.of(new FoundRecord(seals.open(kind, keyHash, stored.get()),
						Sealer.keyName(stored.get().state()), stored.get()));
			}
		}
		return Optional.empty();
	}

	/**
	 * Replaces a record that may not open, unless it has changed since it was read; one
	 * write.
	 * @return whether this call has replaced it
	 */
	boolean replace(RecordKind kind, FoundRecord read, Instant end, byte[] content) throws StoreUnavailableException {
		StoredRecord stored = read.stored();
		Instant until = end.truncatedTo(ChronoUnit.MILLIS);
		byte[] sealed = seals.seal(kind, stored.keyHash(), stored.ownerHash(), until, content);
		return store.update(kind.name(), stored.keyHash(), stored.version(), until,
				sealed) instanceof RecordUpdate.Updated;
	}

	/**
	 * Replaces content and end, unless the record has changed since it was read; one
	 * write. Of concurrent callers exactly one succeeds, and a record that has ended or
	 * was removed is never recreated.
	 * @param read the record as the caller read it
	 * @param end the new end, earlier or later, or the same; truncated to the millisecond
	 * @throws StoreUnavailableException also if the content is larger than a store
	 * accepts
	 */
	public Update update(Entry read, Instant end, byte[] content) throws StoreUnavailableException {
		Instant until = end.truncatedTo(ChronoUnit.MILLIS);
		byte[] sealed = seals.seal(read.kind(), read.keyHash(), read.ownerHash(), until, content);
		return switch (store.update(read.kind().name(), read.keyHash(), read.version(), until, sealed)) {
			case RecordUpdate.Updated updated -> new Update.Updated();
			case RecordUpdate.Stale(StoredRecord current) ->
				new Update.Stale(seals.read(read.kind(), read.keyHash(), current));
			case RecordUpdate.Gone gone -> new Update.Gone();
		};
	}

	/**
	 * Removes the record of that key, also one that does not open.
	 * @return whether this call removed a live one
	 */
	public boolean discard(RecordKind kind, String key) throws StoreUnavailableException {
		boolean removed = false;
		for (SealingKey each : seals.hashingKeys()) {
			removed |= store.remove(kind.name(), seals.keyHash(each, kind, key)).isPresent();
		}
		return removed;
	}

	/**
	 * Seals a record with the newest key, if it is sealed with an older one. Changes that
	 * others make meanwhile are kept.
	 * @param read as it was read; its content may be of any form
	 * @return whether this call has sealed it anew; not if it is gone, or another caller
	 * was first
	 */
	public boolean reseal(Entry read) throws StoreUnavailableException {
		Entry current = read;
		for (int i = 0; i < MAX_TRIES; i++) {
			if (current.sealedByNewest()) {
				return false;
			}
			switch (update(current, current.end(), current.content())) {
				case Update.Updated updated -> {
					return true;
				}
				case Update.Stale(Entry changed) -> current = changed;
				case Update.Gone gone -> {
					return false;
				}
			}
		}
		throw new StoreUnavailableException("a record of the kind " + read.kind().name() + " changed " + MAX_TRIES
				+ " times while it was to be sealed anew");
	}

	/**
	 * A page of records, including those that do not open.
	 *
	 * @param entries the records that open
	 * @param unreadable the records that do not open
	 * @param next the beginning of the next page; empty on the last
	 */
	public record Scan(List<Entry> entries, List<UnreadableRecord> unreadable, Optional<String> next) {

		public Scan {
			entries = List.copyOf(entries);
			unreadable = List.copyOf(unreadable);
		}

	}

	/**
	 * A page of the live records of an owner, in arbitrary order, without failing for
	 * records that do not open; one read. If the ring hashes and has several keys, those
	 * of the newest alone.
	 * @param after {@link Scan#next()} of the page before; "" for the first
	 * @param limit 1 to {@link RecordStore#MAX_PAGE}
	 */
	public Scan scan(RecordKind kind, String owner, String after, int limit) throws StoreUnavailableException {
		String ownerHash = seals.ownerHash(seals.hashingKeys().getFirst(), kind, owner);
		List<StoredRecord> page = store.findByOwner(kind.name(), ownerHash, after, limit);
		List<Entry> entries = new ArrayList<>();
		List<UnreadableRecord> unreadable = new ArrayList<>();
		for (StoredRecord stored : page) {
			Optional<Entry> entry = seals.open(kind, stored.keyHash(), stored);
			if (entry.isPresent()) {
				live(entry.get()).ifPresent(entries::add);
			}
			else {
				unreadable.add(seals.unreadable(stored));
			}
		}
		return new Scan(entries, unreadable,
				page.size() < limit ? Optional.empty() : Optional.of(page.getLast().keyHash()));
	}

	/**
	 * Removes a record that does not open, unless it was changed, removed or created anew
	 * since it was read; one read and one write. The record stays if the ring has
	 * obtained the key since, or has lost it, so that it is unknown whether the record
	 * was altered.
	 * @return whether this call removed it
	 */
	public boolean discard(RecordKind kind, UnreadableRecord read) throws StoreUnavailableException {
		Optional<StoredRecord> stored = store.find(kind.name(), read.keyHash());
		// A record that was created anew has the first version as well.
		if (stored.isEmpty() || stored.get().version() != read.version() || !stored.get().end().equals(read.end())
				|| !seals.isUnreadableAs(read, kind, stored.get())) {
			return false;
		}
		// Only an update compares versions; a record that has expired counts as removed.
		return store.update(kind.name(), read.keyHash(), read.version(), RecordStore.ENDED,
				stored.get().state()) instanceof RecordUpdate.Updated;
	}

	/**
	 * Removes all records of an owner, also those that were altered in the store.
	 * @return how many this call removed
	 */
	public int removeByOwner(RecordKind kind, String owner) throws StoreUnavailableException {
		int removed = 0;
		for (SealingKey each : seals.hashingKeys()) {
			for (StoredRecord stored : storedOf(kind, seals.ownerHash(each, kind, owner))) {
				removed += store.remove(kind.name(), stored.keyHash()).isPresent() ? 1 : 0;
			}
		}
		return removed;
	}

	private List<StoredRecord> storedOf(RecordKind kind, String ownerHash) throws StoreUnavailableException {
		List<StoredRecord> all = new ArrayList<>();
		List<StoredRecord> page;
		do {
			page = store.findByOwner(kind.name(), ownerHash, all.isEmpty() ? "" : all.getLast().keyHash(),
					RecordStore.MAX_PAGE);
			all.addAll(page);
		}
		while (page.size() == RecordStore.MAX_PAGE);
		return all;
	}

	private Optional<Entry> live(Entry entry) {
		return clock.instant().isBefore(entry.end()) ? Optional.of(entry) : Optional.empty();
	}

}

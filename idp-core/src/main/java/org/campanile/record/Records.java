package org.campanile.record;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

	private static final Logger logger = LoggerFactory.getLogger(Records.class);

	private static final int MAX_TRIES = 5;

	private final RecordStore store;

	private final Sealer sealer;

	/** The hashing key; null to hash with the ring. */
	private final @Nullable SealingKey hashing;

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
		this.sealer = sealer;
		this.hashing = hashing;
		this.clock = clock;
	}

	/** The keys that hashes may be made with, beginning with the one for new records. */
	private List<SealingKey> hashingKeys() {
		return hashing != null ? List.of(hashing) : sealer.ring().keys();
	}

	/**
	 * A record in the form in which it was read.
	 *
	 * @param kind its kind
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

	/** The outcome of an update. */
	public sealed interface Update {

		/**
		 * The record is stored.
		 *
		 * @param entry the record from now on
		 */
		record Updated(Entry entry) implements Update {
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
		return hashingKeys().stream().anyMatch(each -> keyHash(each, read.kind(), key).equals(read.keyHash()));
	}

	/**
	 * Stores a new record.
	 * @param owner the owner, for {@link #findByOwner}
	 * @param end when it expires; truncated to the millisecond
	 * @return false, with the stored one unchanged, if there is a live one of that key
	 * @throws StoreUnavailableException also if the content is larger than a store
	 * accepts
	 */
	public boolean create(RecordKind kind, String key, String owner, Instant end, byte[] content)
			throws StoreUnavailableException {
		SealingKey newest = hashingKeys().getFirst();
		String keyHash = keyHash(newest, kind, key);
		String ownerHash = ownerHash(newest, kind, owner);
		Instant until = end.truncatedTo(ChronoUnit.MILLIS);
		return store.create(new StoredRecord(kind.name(), keyHash, ownerHash, StoredRecord.FIRST, until,
				seal(kind, context(keyHash, ownerHash, until), content)));
	}

	/**
	 * Returns the live record of that key; one read, if its hash is of the newest key.
	 * @throws UnreadableRecordException if it does not open
	 */
	public Optional<Entry> find(RecordKind kind, String key) throws StoreUnavailableException {
		return first(kind, key, store::find);
	}

	/** Finds or removes a record in the store. */
	private interface Access {

		Optional<StoredRecord> of(String kind, String keyHash) throws StoreUnavailableException;

	}

	private Optional<Entry> first(RecordKind kind, String key, Access access) throws StoreUnavailableException {
		for (SealingKey each : hashingKeys()) {
			String keyHash = keyHash(each, kind, key);
			Optional<StoredRecord> stored = access.of(kind.name(), keyHash);
			if (stored.isPresent()) {
				return live(open(kind, keyHash, stored.get()));
			}
		}
		return Optional.empty();
	}

	/**
	 * A record that exists.
	 *
	 * @param entry empty if it does not open
	 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that it says
	 * it is sealed with; empty if it is no seal
	 * @param stored as the store has it
	 */
	record Looked(Optional<Entry> entry, Optional<String> sealedWith, StoredRecord stored) {

		/** Whether it does not open because a newer version of the software sealed it. */
		boolean isOfNewerVersion() {
			return Sealer.isOfNewerVersion(stored.state());
		}

	}

	/**
	 * Returns the live record of that key; one read, if its hash is of the newest key.
	 * Unlike {@link #find} it neither fails nor logs if the record does not open.
	 * @return empty if there is none
	 */
	Optional<Looked> look(RecordKind kind, String key) throws StoreUnavailableException {
		for (SealingKey each : hashingKeys()) {
			String keyHash = keyHash(each, kind, key);
			Optional<StoredRecord> stored = store.find(kind.name(), keyHash);
			if (stored.isPresent()) {
				return Optional.of(new Looked(
						content(kind, keyHash, stored.get())
							.map(content -> entry(kind, keyHash, stored.get(), content)),
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
	boolean replace(RecordKind kind, Looked read, Instant end, byte[] content) throws StoreUnavailableException {
		StoredRecord stored = read.stored();
		Instant until = end.truncatedTo(ChronoUnit.MILLIS);
		byte[] sealed = seal(kind, context(stored.keyHash(), stored.ownerHash(), until), content);
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
		byte[] sealed = seal(read.kind(), context(read.keyHash(), read.ownerHash(), until), content);
		return switch (store.update(read.kind().name(), read.keyHash(), read.version(), until, sealed)) {
			case RecordUpdate.Updated updated ->
				new Update.Updated(entry(read.kind(), read.keyHash(), new StoredRecord(read.kind().name(),
						read.keyHash(), read.ownerHash(), read.version() + 1, until, sealed), content));
			case RecordUpdate.Stale(StoredRecord current) ->
				new Update.Stale(open(read.kind(), read.keyHash(), current));
			case RecordUpdate.Gone gone -> new Update.Gone();
		};
	}

	/**
	 * Removes the record of that key. Of concurrent callers exactly one receives it.
	 * @return empty if there was no live one
	 * @throws StoreUnavailableException also if it was altered in the store, from which
	 * it is then gone
	 */
	public Optional<Entry> remove(RecordKind kind, String key) throws StoreUnavailableException {
		return first(kind, key, store::remove);
	}

	/**
	 * Removes the record of that key, also one that does not open.
	 * @return whether this call removed a live one
	 */
	public boolean discard(RecordKind kind, String key) throws StoreUnavailableException {
		boolean removed = false;
		for (SealingKey each : hashingKeys()) {
			removed |= store.remove(kind.name(), keyHash(each, kind, key)).isPresent();
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
	 * Removes a record that was read before, whatever its version is now.
	 * @return whether this call removed it
	 */
	public boolean remove(Entry read) throws StoreUnavailableException {
		return store.remove(read.kind().name(), read.keyHash()).isPresent();
	}

	/**
	 * Returns all live records of an owner, in arbitrary order; one read for each key
	 * that hashes and for each {@link RecordStore#MAX_PAGE} records.
	 * @throws StoreUnavailableException also if one was altered in the store
	 */
	public List<Entry> findByOwner(RecordKind kind, String owner) throws StoreUnavailableException {
		List<Entry> entries = new ArrayList<>();
		for (SealingKey each : hashingKeys()) {
			String ownerHash = ownerHash(each, kind, owner);
			for (StoredRecord stored : storedOf(kind, ownerHash)) {
				live(open(kind, stored.keyHash(), stored)).ifPresent(entries::add);
			}
		}
		return entries;
	}

	/**
	 * A record that does not open.
	 *
	 * @param keyHash names it in the store
	 * @param sealedWith the {@linkplain SealingKey#name() name} of the key that it says
	 * it is sealed with; empty if it is no seal
	 * @param cause why it does not open
	 * @param version the one that was read
	 * @param end when it expires, according to the store
	 */
	public record Unreadable(String keyHash, String sealedWith, Cause cause, long version, Instant end) {

		/** The causes for which a record does not open. */
		public enum Cause {

			/** The ring lacks the key that it is sealed with. */
			KEY_MISSING,
			/** It was altered in the store. */
			ALTERED,
			/** A newer version of the software sealed it, in a form of its own. */
			NEWER_VERSION

		}

		/** Returns why the record does not open, and how to make it readable again. */
		public String reason() {
			return switch (cause) {
				case KEY_MISSING -> "none of this node's keys opens it, as it is sealed with the key " + sealedWith
						+ "; copy the file of that key from another node, or restore it from a backup";
				case ALTERED -> "it was altered in the store; restore it from a backup";
				case NEWER_VERSION -> "a newer version of Campanile sealed it; finish the upgrade of this node, or "
						+ "repeat it";
			};
		}

	}

	/**
	 * A page of records, including those that do not open.
	 *
	 * @param entries the records that open
	 * @param unreadable the records that do not open
	 * @param next the beginning of the next page; empty on the last
	 */
	public record Scan(List<Entry> entries, List<Unreadable> unreadable, Optional<String> next) {

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
		String ownerHash = ownerHash(hashingKeys().getFirst(), kind, owner);
		List<StoredRecord> page = store.findByOwner(kind.name(), ownerHash, after, limit);
		List<Entry> entries = new ArrayList<>();
		List<Unreadable> unreadable = new ArrayList<>();
		for (StoredRecord stored : page) {
			Optional<byte[]> content = content(kind, stored.keyHash(), stored);
			if (content.isPresent()) {
				live(entry(kind, stored.keyHash(), stored, content.get())).ifPresent(entries::add);
			}
			else {
				unreadable.add(unreadable(stored));
			}
		}
		return new Scan(entries, unreadable,
				page.size() < limit ? Optional.empty() : Optional.of(page.getLast().keyHash()));
	}

	private Unreadable unreadable(StoredRecord stored) {
		String key = Sealer.keyName(stored.state()).orElse("");
		return new Unreadable(stored.keyHash(), key, cause(stored, key), stored.version(), stored.end());
	}

	private Unreadable.Cause cause(StoredRecord stored, String key) {
		if (Sealer.isOfNewerVersion(stored.state())) {
			return Unreadable.Cause.NEWER_VERSION;
		}
		return !key.isEmpty() && sealer.key(key).isEmpty() ? Unreadable.Cause.KEY_MISSING : Unreadable.Cause.ALTERED;
	}

	/**
	 * Removes a record that does not open, unless it was changed, removed or created anew
	 * since it was read; one read and one write. The record stays if the ring has
	 * obtained the key since, or has lost it, so that it is unknown whether the record
	 * was altered; and if a newer version sealed it, which can open it.
	 * @return whether this call removed it
	 */
	public boolean discard(RecordKind kind, Unreadable read) throws StoreUnavailableException {
		Optional<StoredRecord> stored = store.find(kind.name(), read.keyHash());
		// A record that was created anew has the first version as well.
		if (stored.isEmpty() || stored.get().version() != read.version() || !stored.get().end().equals(read.end())
				|| !Sealer.keyName(stored.get().state()).orElse("").equals(read.sealedWith())
				|| Sealer.isOfNewerVersion(stored.get().state())) {
			return false;
		}
		Optional<SealingKey> key = sealer.key(read.sealedWith());
		// The record is opened with this key alone, as the ring may change meanwhile.
		boolean altered = key.isPresent()
				&& content(sealer.with(key.get()), kind, read.keyHash(), stored.get()).isEmpty();
		boolean keyMissing = read.cause() == Unreadable.Cause.KEY_MISSING;
		if (!read.sealedWith().isEmpty() && (keyMissing ? key.isPresent() : !altered)) {
			return false;
		}
		// Only an update compares versions; a record that has expired counts as removed.
		return store.update(kind.name(), read.keyHash(), read.version(), Instant.EPOCH,
				stored.get().state()) instanceof RecordUpdate.Updated;
	}

	/**
	 * Removes all records of an owner, also those that were altered in the store.
	 * @return how many this call removed
	 */
	public int removeByOwner(RecordKind kind, String owner) throws StoreUnavailableException {
		int removed = 0;
		for (SealingKey each : hashingKeys()) {
			for (StoredRecord stored : storedOf(kind, ownerHash(each, kind, owner))) {
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

	private byte[] seal(RecordKind kind, String context, byte[] content) throws StoreUnavailableException {
		byte[] sealed = sealer.seal(purpose(kind), context, content);
		if (sealed.length > RecordStore.MAX_STATE) {
			throw new StoreUnavailableException("a record of the kind " + kind.name() + " of " + sealed.length
					+ " bytes is larger than the " + RecordStore.MAX_STATE + " a store accepts");
		}
		return sealed;
	}

	/**
	 * The context consists of both hashes and the end, so that a record in the wrong
	 * place does not open, and the store cannot extend a lifetime. What does not open
	 * must not count as absent: an enrolled factor that is lost would no longer be asked
	 * for.
	 * @param keyHash the one asked for, which need not be that of the answer
	 */
	private Entry open(RecordKind kind, String keyHash, StoredRecord stored) throws StoreUnavailableException {
		Optional<byte[]> content = content(kind, keyHash, stored);
		if (content.isEmpty()) {
			Unreadable record = unreadable(stored);
			logger.error("The stored record {} of the kind {} does not open: {}{}", keyHash, kind.name(),
					record.reason(), record.cause() == Unreadable.Cause.NEWER_VERSION ? "" : "; or delete it");
			throw new UnreadableRecordException(
					"a stored record of the kind " + kind.name() + " does not open: " + record.reason());
		}
		return entry(kind, keyHash, stored, content.get());
	}

	private Entry entry(RecordKind kind, String keyHash, StoredRecord stored, byte[] content) {
		return new Entry(kind, keyHash, stored.ownerHash(), stored.version(), stored.end(), content,
				sealer.isOfNewest(stored.state()), Sealer.keyName(stored.state()).orElseThrow());
	}

	private Optional<byte[]> content(RecordKind kind, String keyHash, StoredRecord stored) {
		return content(sealer, kind, keyHash, stored);
	}

	private static Optional<byte[]> content(Sealer sealer, RecordKind kind, String keyHash, StoredRecord stored) {
		return sealer.open(purpose(kind), context(keyHash, stored.ownerHash(), stored.end()), stored.state());
	}

	private Optional<Entry> live(Entry entry) {
		return clock.instant().isBefore(entry.end()) ? Optional.of(entry) : Optional.empty();
	}

	private String keyHash(SealingKey key, RecordKind kind, String name) {
		return hash(key, "record-key", kind, name);
	}

	private String ownerHash(SealingKey key, RecordKind kind, String owner) {
		return hash(key, "record-owner", kind, owner);
	}

	/** A kind has no colon, so that no two pairs yield the same text. */
	private String hash(SealingKey key, String purpose, RecordKind kind, String text) {
		return HexFormat.of().formatHex(sealer.mac(key, purpose, kind.name() + ':' + text));
	}

	private static String purpose(RecordKind kind) {
		return "record-" + kind.name();
	}

	private static String context(String keyHash, String ownerHash, Instant end) {
		return keyHash + '/' + ownerHash + '/' + end.toEpochMilli();
	}

}

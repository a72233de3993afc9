package org.campanile.record;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.record.Records.Entry;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.store.StoreUnavailableException;

/**
 * Converts between records and their stored form: hashes keys and owners, seals contents,
 * and opens them. Thread-safe.
 * <p>
 * The context of a seal consists of both hashes and the end, so that a record in the
 * wrong place does not open, and the store cannot extend a lifetime. What does not open
 * must not count as absent: an enrolled factor that is lost would no longer be asked for.
 */
final class RecordSeals {

	private static final Logger logger = LoggerFactory.getLogger(RecordSeals.class);

	private final Sealer sealer;

	private final @Nullable SealingKey hashing;

	/**
	 * @param hashing the hashing key; null to hash with the ring
	 */
	RecordSeals(Sealer sealer, @Nullable SealingKey hashing) {
		this.sealer = sealer;
		this.hashing = hashing;
	}

	/** The keys that hashes may be made with, beginning with the one for new records. */
	List<SealingKey> hashingKeys() {
		return hashing != null ? List.of(hashing) : sealer.ring().keys();
	}

	String keyHash(SealingKey key, RecordKind kind, String name) {
		return hash(key, "record-key", kind, name);
	}

	String ownerHash(SealingKey key, RecordKind kind, String owner) {
		return hash(key, "record-owner", kind, owner);
	}

	/** A kind has no colon, so that no two pairs yield the same text. */
	private String hash(SealingKey key, String purpose, RecordKind kind, String text) {
		return HexFormat.of().formatHex(sealer.mac(key, purpose, kind.name() + ':' + text));
	}

	/**
	 * @throws StoreUnavailableException if it is larger than a store accepts
	 */
	byte[] seal(RecordKind kind, String keyHash, String ownerHash, Instant end, byte[] content)
			throws StoreUnavailableException {
		byte[] sealed = sealer.seal(purpose(kind), context(keyHash, ownerHash, end), content);
		if (sealed.length > RecordStore.MAX_STATE) {
			throw new StoreUnavailableException("a record of the kind " + kind.name() + " of " + sealed.length
					+ " bytes is larger than the " + RecordStore.MAX_STATE + " a store accepts");
		}
		return sealed;
	}

	/**
	 * Opens a record.
	 * @param keyHash the one asked for, which need not be that of the answer
	 * @throws UnreadableRecordException if it does not open; also logged
	 */
	Entry read(RecordKind kind, String keyHash, StoredRecord stored) throws UnreadableRecordException {
		Optional<Entry> entry = open(kind, keyHash, stored);
		if (entry.isEmpty()) {
			UnreadableRecord record = unreadable(stored);
			logger.error("The stored record {} of the kind {} does not open: {}; or delete it", keyHash, kind.name(),
					record.reason());
			throw new UnreadableRecordException(
					"a stored record of the kind " + kind.name() + " does not open: " + record.reason());
		}
		return entry.get();
	}

	/** Opens a record like {@link #read}; empty if it does not open. */
	Optional<Entry> open(RecordKind kind, String keyHash, StoredRecord stored) {
		return content(sealer, kind, keyHash, stored)
			.map(content -> new Entry(kind, keyHash, stored.ownerHash(), stored.version(), stored.end(), content,
					sealer.isOfNewest(stored.state()), Sealer.keyName(stored.state()).orElseThrow()));
	}

	private static Optional<byte[]> content(Sealer sealer, RecordKind kind, String keyHash, StoredRecord stored) {
		return sealer.open(purpose(kind), context(keyHash, stored.ownerHash(), stored.end()), stored.state());
	}

	/** Returns why a record does not open. */
	UnreadableRecord unreadable(StoredRecord stored) {
		String key = Sealer.keyName(stored.state()).orElse("");
		boolean keyMissing = !key.isEmpty() && sealer.key(key).isEmpty();
		return new UnreadableRecord(stored.keyHash(), key, keyMissing, stored.version(), stored.end());
	}

	/** Whether a record still does not open, for the cause for which it did not. */
	boolean isUnreadableAs(UnreadableRecord read, RecordKind kind, StoredRecord stored) {
		if (!Sealer.keyName(stored.state()).orElse("").equals(read.sealedWith())) {
			return false;
		}
		if (read.sealedWith().isEmpty()) {
			return true;
		}
		Optional<SealingKey> key = sealer.key(read.sealedWith());
		if (read.keyMissing()) {
			return key.isEmpty();
		}
		// It is opened with this key alone, as the ring may change meanwhile.
		return key.isPresent() && content(sealer.with(key.get()), kind, read.keyHash(), stored).isEmpty();
	}

	private static String purpose(RecordKind kind) {
		return "record-" + kind.name();
	}

	private static String context(String keyHash, String ownerHash, Instant end) {
		return keyHash + '/' + ownerHash + '/' + end.toEpochMilli();
	}

}

package org.campanile.record;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import org.campanile.seal.Cbor;
import org.campanile.seal.RecordSealing;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records of one kind and form. Keys and owners are hashed and contents are sealed before
 * they reach a {@link RecordStore}, so that a reader of the store learns
 * nothing and can move nothing. Thread-safe.
 *
 * @param <T> the form, a record with short keys; later versions keep them
 */
public final class Records<T> {

	private static final Logger logger = LoggerFactory.getLogger(Records.class);

	private final RecordStore store;

	private final RecordSealing hashing;

	private final Sealer sealer;

	private final String kind;

	private final Class<T> form;

	/**
	 * @param hashing derives what records are found by, with a key that does not rotate
	 * @param sealer seals what they hold
	 */
	public Records(RecordStore store, RecordSealing hashing, Sealer sealer, String kind, Class<T> form) {
		this.store = store;
		this.hashing = hashing;
		this.sealer = sealer;
		this.kind = kind;
		this.form = form;
	}

	/**
	 * Stores a new record.
	 * @param key what it is found by
	 * @param owner whom it belongs to
	 * @return false, with no change, if there is one
	 */
	public boolean create(String key, String owner, Instant expiresAt, T content) throws StoreUnavailableException {
		String hash = hash(key);
		Instant end = expiresAt.truncatedTo(ChronoUnit.MILLIS);
		return store.create(new StoredRecord(kind, hash, hashing.hash(kind + " owner", owner), 1, end,
				sealer.seal(kind, context(hash, end), Cbor.write(content))));
	}

	/**
	 * The record of a key.
	 * @param key not validated
	 * @return empty if there is none, or, with a log message, if it was altered
	 */
	public Optional<T> find(String key) throws StoreUnavailableException {
		return store.find(kind, hash(key)).flatMap(this::open);
	}

	/** Removes a record; of concurrent callers exactly one receives it. */
	public Optional<T> remove(String key) throws StoreUnavailableException {
		return store.remove(kind, hash(key)).flatMap(this::open);
	}

	private Optional<T> open(StoredRecord stored) {
		Optional<T> content = sealer.open(kind, context(stored.key(), stored.expiresAt()), stored.state())
			.flatMap(plain -> Cbor.read(plain, form));
		if (content.isEmpty()) {
			logger
				.warn("A stored {} could not be read: it was altered, its sealing key was removed, or it is of a newer "
						+ "form; ignored", kind);
		}
		return content;
	}

	private String hash(String key) {
		return hashing.hash(kind, key);
	}

	private static String context(String hash, Instant end) {
		return hash + ' ' + end.toEpochMilli();
	}

}

package org.campanile.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Stores records of any kind, whose content is opaque to it: versioned, expiring, found
 * by key or by owner. Thread-safe and cluster-wide; changes are visible on all nodes when
 * an operation returns. Whether records survive a restart is a property of the backend.
 * <p>
 * A record is live while the injected clock is earlier than its end. Otherwise it is
 * invisible to every operation, whether or not it was purged. Kinds are separate. Hashes
 * are compared exactly. Every operation throws {@link StoreUnavailableException} if its
 * outcome is not known within the store's deadline; a record is never reported as absent
 * because the store did not answer.
 */
public interface RecordStore {

	/**
	 * The name of the bean that stores permanent records, if the backend does: beside the
	 * bean for records that end with a session, which has any name.
	 */
	String DURABLE = "durableRecordStore";

	/** The largest state, in bytes. */
	int MAX_STATE = 65_536;

	/** The maximum number of records in a page of a look-up. */
	int MAX_PAGE = 1_000;

	/** The end with which an update removes a record: it has always passed. */
	Instant ENDED = Instant.EPOCH;

	/**
	 * Stores a new record. Atomic; of concurrent callers with one key exactly one
	 * succeeds.
	 * @param record its version is {@link StoredRecord#FIRST}
	 * @return false, with the stored one unchanged, if a live record has that kind and
	 * key
	 * @throws IllegalArgumentException if its state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean create(StoredRecord record) throws StoreUnavailableException;

	/** The live record of that kind and key, never from a stale cache. */
	Optional<StoredRecord> find(String kind, String keyHash) throws StoreUnavailableException;

	/**
	 * Replaces a record's state and end, unless it has changed since the caller read it.
	 * Atomic; of several callers with the same version exactly one updates. Its owner is
	 * unchanged.
	 * @param version the {@linkplain StoredRecord#version() version} that the caller read
	 * @param end the new end, earlier or later than the previous one, or the same
	 * @return {@link RecordUpdate.Updated} with the new version;
	 * {@link RecordUpdate.Stale} with the current record, unchanged, if it has another
	 * version; {@link RecordUpdate.Gone} if there is no live one, which is never
	 * recreated
	 * @throws IllegalArgumentException if the state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 * @throws StoreUnavailableException if the outcome is unknown: the record may have
	 * been replaced, and a repeated call then finds another version
	 */
	RecordUpdate update(String kind, String keyHash, long version, Instant end, byte[] state)
			throws StoreUnavailableException;

	/**
	 * Removes a record. Of several callers exactly one receives it; once this returns, it
	 * is gone on every node and from every look-up.
	 * @return empty if there was no live one
	 */
	Optional<StoredRecord> remove(String kind, String keyHash) throws StoreUnavailableException;

	/**
	 * The live records of an owner, by index, in the order of their key hashes. Records
	 * that are created, end or are removed meanwhile may or may not be included; all
	 * others are included exactly once.
	 * @param after the last key hash of the previous page; "" for the first
	 * @param limit the maximum number returned, 1 to {@link #MAX_PAGE}; fewer only on the
	 * last page
	 */
	List<StoredRecord> findByOwner(String kind, String ownerHash, String after, int limit)
			throws StoreUnavailableException;

	/**
	 * Fails if a backend may not store the state. Backends call it before they store one.
	 * @throws IllegalArgumentException if it is larger than {@link #MAX_STATE}
	 */
	static void requireStorable(byte[] state) {
		if (state.length > MAX_STATE) {
			throw new IllegalArgumentException("a state of " + state.length + " bytes is over " + MAX_STATE);
		}
	}

}

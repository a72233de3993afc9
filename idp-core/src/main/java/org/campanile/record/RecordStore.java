package org.campanile.record;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * Records that are found by a key or by their owner. Thread-safe and cluster-wide: once a
 * call returns, every node sees its effect. An operation with an unknown outcome throws
 * {@link StoreUnavailableException}.
 * <p>
 * A record is live while the injected clock is earlier than its expiry; otherwise it is
 * treated as absent, whether or not it was purged. Kinds are separate.
 */
public interface RecordStore {

	/** The largest state, in bytes. */
	int MAX_STATE = 65_536;

	/** The largest page. */
	int MAX_PAGE = 1_000;

	/** Sorts before every key. */
	String FIRST = "";

	/**
	 * Stores a new record, of version 1. Of concurrent callers exactly one succeeds.
	 * @return false, with no change, if a live one has that kind and key
	 * @throws IllegalArgumentException if the state is larger than {@link #MAX_STATE};
	 * nothing is stored
	 */
	boolean create(StoredRecord record) throws StoreUnavailableException;

	/** The live record of that kind and key. */
	Optional<StoredRecord> find(String kind, String key) throws StoreUnavailableException;

	/**
	 * Changes a record if it still has a version. Of concurrent callers with the same
	 * version exactly one succeeds. Never creates one.
	 * @param version the one that the change is based on
	 * @param expiresAt its new expiry
	 * @param state its new state
	 * @throws IllegalArgumentException if the state is larger than {@link #MAX_STATE};
	 * nothing is changed
	 */
	RecordUpdate update(String kind, String key, long version, Instant expiresAt, byte[] state)
			throws StoreUnavailableException;

	/**
	 * Removes a record. Of concurrent callers exactly one receives it.
	 * @return empty if there is none
	 */
	Optional<StoredRecord> remove(String kind, String key) throws StoreUnavailableException;

	/**
	 * The live records of an owner, by index, in the order of their keys. Records that
	 * are created or removed meanwhile may or may not be included; all others are
	 * included exactly once.
	 * @param after the last key of the previous page; {@link #FIRST} for the first
	 * @param limit the maximum number returned, 1 to {@link #MAX_PAGE}; fewer only on the
	 * last page
	 */
	List<StoredRecord> findByOwner(String kind, String owner, String after, int limit) throws StoreUnavailableException;

	/**
	 * Checks the size of a state.
	 * @throws IllegalArgumentException if it is larger than {@link #MAX_STATE}
	 */
	static void requireSize(byte[] state) {
		if (state.length > MAX_STATE) {
			throw new IllegalArgumentException("a state of " + state.length + " bytes is over " + MAX_STATE);
		}
	}

}

package org.campanile.onetime;

import java.time.Instant;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * State that may be used once: replay keys, which are set, and values, which are taken at
 * most once and may be read until then. Thread-safe and cluster-wide. Fails closed: an
 * operation with an unknown outcome throws {@link StoreUnavailableException}, and the
 * caller must then act as if the key was set and the value taken.
 * <p>
 * A replay key or value is live while the injected clock is earlier than its expiry;
 * otherwise it is treated as absent, whether or not it was purged. Kinds are separate;
 * within a kind, a replay key and a value of the same name exclude each other. Backends
 * store digests of the names only.
 */
public interface OneTimeStore {

	/** The largest key, in bytes of its UTF-8 form. */
	int MAX_KEY = 4096;

	/** The largest value, in bytes. */
	int MAX_VALUE = 262_144;

	/**
	 * Sets a replay key. Atomic; of concurrent callers exactly one succeeds. A refused
	 * call changes nothing.
	 * @param kind separates uses, such as {@code authn-request}; at most 40 letters,
	 * digits and hyphens
	 * @param key its name, compared byte by byte; at most {@link #MAX_KEY} bytes
	 * @param expiresAt when it may be set again
	 * @return whether this call set it; false if a live one was there
	 * @throws IllegalArgumentException if the name is longer; callers limit what they
	 * accept from a request
	 */
	boolean setReplayKey(String kind, String key, Instant expiresAt) throws StoreUnavailableException;

	/**
	 * Sets a key like {@link #setReplayKey}, for a kind with no other use: the key may be
	 * stored as a value that identifies this call, so that the call can be retried if its
	 * answer was lost.
	 * @return whether this call set it; false if a live one was there
	 */
	default boolean claim(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return setReplayKey(kind, key, expiresAt);
	}

	/**
	 * Stores a value until it is taken or expires. It can be taken on every node when
	 * this returns.
	 * @param value sealed by the caller if confidential; never modified
	 * @param expiresAt when it can no longer be taken
	 * @return false, with no change, if the key is in use
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY} or the
	 * value than {@link #MAX_VALUE}; nothing is stored
	 */
	boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException;

	/**
	 * Takes a value: reads and removes it atomically on all nodes. Of concurrent callers
	 * exactly one receives it.
	 * @return empty if there is none, it has expired, was taken, or a replay key is there
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY}
	 */
	Optional<byte[]> take(String kind, String key) throws StoreUnavailableException;

	/**
	 * Reads a value without taking it. Sees all earlier puts and takes of any node.
	 * Another caller may take the value immediately afterwards: for exclusive use
	 * {@linkplain #take take} it.
	 * @return empty if there is none, it has expired, was taken, or a replay key is there
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY}
	 */
	Optional<byte[]> find(String kind, String key) throws StoreUnavailableException;

	/**
	 * Fails if a backend may not store the value. Backends call it before they store one.
	 * @throws IllegalArgumentException if it is larger than {@link #MAX_VALUE}
	 */
	static void requireStorable(byte[] value) {
		if (value.length > MAX_VALUE) {
			throw new IllegalArgumentException("a value of " + value.length + " bytes is over " + MAX_VALUE);
		}
	}

}

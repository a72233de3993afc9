package org.campanile.onetime;

import java.time.Instant;
import java.util.Optional;

import org.campanile.store.StoreUnavailableException;

/**
 * State that may be used once: marks, which are set, and values, which are taken at most
 * once and may be looked at until then. Thread-safe and cluster-wide. Fails closed: an
 * operation whose outcome is not known throws {@link StoreUnavailableException}, and the
 * caller must then act as if the mark was set and the value taken.
 * <p>
 * A mark or value is live while the injected clock reads earlier than its end; one that
 * is not live is as if it were not there, whether or not it was purged. Kinds do not mix;
 * within a kind, a mark and a value of the same key stand in each other's way. Backends
 * keep no key in plain, but its digest.
 */
public interface OneTimeStore {

	/** The largest key, in bytes of its UTF-8 form. */
	int MAX_KEY = 4096;

	/** The largest value, in bytes. */
	int MAX_VALUE = 262_144;

	/**
	 * Sets a mark. One atomic operation; of callers at once exactly one is first. A mark
	 * that was refused leaves what stands there, and its end, as they are.
	 * @param kind separates uses, such as {@code authn-request}; at most 40 letters,
	 * digits and hyphens
	 * @param key the mark's name, compared byte by byte; at most {@link #MAX_KEY} bytes
	 * @param expiresAt when the mark may be set again
	 * @return whether this call set it; false if one that has not expired was there
	 * @throws IllegalArgumentException if the key is longer; callers bound what they take
	 * from a request
	 */
	boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException;

	/**
	 * Sets a mark, as {@link #mark}, of a kind that is used for nothing else: it may be
	 * kept as a value that names this call, so that one whose answer was lost can be
	 * tried again.
	 * @return whether this call set it; false if one that has not expired was there
	 */
	default boolean claim(String kind, String key, Instant expiresAt) throws StoreUnavailableException {
		return mark(kind, key, expiresAt);
	}

	/**
	 * Keeps a value until it is taken or expires. It can be taken on every node when this
	 * returns.
	 * @param value sealed by the caller if anybody may not read it; nobody modifies it
	 * @param expiresAt from when on it can no longer be taken
	 * @return false, with what stands there unchanged, if the key is in use
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY} or the
	 * value than {@link #MAX_VALUE}; nothing is stored
	 */
	boolean put(String kind, String key, byte[] value, Instant expiresAt) throws StoreUnavailableException;

	/**
	 * Takes a value: reads and removes it in one atomic operation. Of callers at once
	 * exactly one receives it, and it is gone on every node.
	 * @return empty if there is none, it has expired, was taken, or a mark stands there
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY}
	 */
	Optional<byte[]> take(String kind, String key) throws StoreUnavailableException;

	/**
	 * Looks at a value and leaves it where it is. Sees what was put or taken on any node
	 * before the call. What is seen may be taken by another at the next moment: who must
	 * be the only one {@linkplain #take takes}.
	 * @return empty if there is none, it has expired, was taken, or a mark stands there
	 * @throws IllegalArgumentException if the key is longer than {@link #MAX_KEY}
	 */
	Optional<byte[]> find(String kind, String key) throws StoreUnavailableException;

}

package org.campanile.onetime;

import java.time.Instant;

import org.campanile.session.StoreUnavailableException;

/**
 * State that may be used once. Thread-safe and cluster-wide. Fails closed: an operation
 * whose outcome is not known throws {@link StoreUnavailableException}, and the caller
 * must then act as if the mark was taken.
 */
public interface OneTimeStore {

	/** The largest key, in octets of its UTF-8 form. */
	int MAX_KEY = 4096;

	/**
	 * Sets a mark. One atomic operation; of callers at once exactly one is first. A mark
	 * that was refused leaves the one that stands, and its end, as they are.
	 * @param kind separates uses, such as {@code authn-request}
	 * @param key the mark's name, compared octet by octet; at most {@link #MAX_KEY}
	 * octets
	 * @param expiresAt when the mark may be set again
	 * @return whether this call set it; false if a mark that has not expired was there
	 * @throws IllegalArgumentException if the key is longer; callers bound what they take
	 * from a request
	 */
	boolean mark(String kind, String key, Instant expiresAt) throws StoreUnavailableException;

}

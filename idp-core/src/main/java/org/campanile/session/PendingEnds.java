package org.campanile.session;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.store.StoreUnavailableException;

/**
 * Sessions that should have ended while the store could not be reached. They are kept on
 * this node alone, and until they would have run out by themselves. Thread-safe.
 */
final class PendingEnds {

	/** The most that wait at once. */
	static final int MAX = 10_000;

	/** So many failures in a round mean that the store is still away. */
	private static final int FAILURES = 3;

	private final InstantSource clock;

	private final Map<SessionKey, Instant> waiting = new ConcurrentHashMap<>();

	PendingEnds(InstantSource clock) {
		this.clock = clock;
	}

	/** Ends a session in the store. */
	@FunctionalInterface
	interface End {

		void of(SessionKey key) throws StoreUnavailableException;

	}

	/**
	 * @param until when the session has run out at the latest
	 * @return false if too many wait already
	 */
	boolean add(SessionKey key, Instant until) {
		if (waiting.size() >= MAX && !waiting.containsKey(key)) {
			return false;
		}
		waiting.put(key, until);
		return true;
	}

	boolean contains(SessionKey key) {
		// Nothing waits as a rule, and this is asked with every request.
		return !waiting.isEmpty() && waiting.containsKey(key);
	}

	/** Tries all that wait, unless the store turns out to be still away. */
	void retry(End end) {
		Instant now = clock.instant();
		waiting.values().removeIf(until -> !now.isBefore(until));
		int failures = 0;
		for (SessionKey key : waiting.keySet()) {
			try {
				end.of(key);
				waiting.remove(key);
			}
			catch (StoreUnavailableException ex) {
				failures++;
				if (failures == FAILURES) {
					return;
				}
			}
		}
	}

	int size() {
		return waiting.size();
	}

}

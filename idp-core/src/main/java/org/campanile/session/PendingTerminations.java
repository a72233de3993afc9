package org.campanile.session;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.campanile.store.StoreUnavailableException;

/**
 * Sessions that should have ended while the store could not be reached. They are kept on
 * this node alone, and until they would have run out by themselves. Thread-safe.
 */
final class PendingTerminations {

	/** The most that wait at once. */
	static final int MAX = 10_000;

	/** So many failures in a round mean that the store is still away. */
	private static final int FAILURES = 3;

	private final InstantSource clock;

	private final Map<SessionKey, Waiting> waiting = new ConcurrentHashMap<>();

	PendingTerminations(InstantSource clock) {
		this.clock = clock;
	}

	/** Ends a session in the store. */
	@FunctionalInterface
	interface End {

		void of(SessionKey key, Waiting waiting) throws StoreUnavailableException;

	}

	/**
	 * What is known of one that waits.
	 *
	 * @param until when it has run out at the latest
	 * @param replaced whether another session has come in its place
	 * @param session as it was read before the end, for it may have happened all the same
	 * and the store would no longer say what has ended; empty if it was not read
	 */
	record Waiting(Instant until, boolean replaced, Optional<SsoSession> session) {

		/** What is known after another try failed too. */
		Waiting and(Waiting later) {
			return new Waiting(later.until(), replaced && later.replaced(), later.session().or(this::session));
		}

	}

	/**
	 * @return false if too many wait already
	 */
	boolean add(SessionKey key, Waiting what) {
		if (waiting.size() >= MAX && !waiting.containsKey(key)) {
			return false;
		}
		waiting.merge(key, what, Waiting::and);
		return true;
	}

	boolean contains(SessionKey key) {
		// Nothing waits as a rule, and this is asked with every request.
		return !waiting.isEmpty() && waiting.containsKey(key);
	}

	/**
	 * Waits no more, for it has ended.
	 * @return whether it waited
	 */
	boolean forget(SessionKey key) {
		return !waiting.isEmpty() && waiting.remove(key) != null;
	}

	/** Tries all that wait, unless the store turns out to be still away. */
	void retry(End end) {
		Instant now = clock.instant();
		waiting.values().removeIf(session -> !now.isBefore(session.until()));
		int failures = 0;
		for (Map.Entry<SessionKey, Waiting> session : waiting.entrySet()) {
			try {
				end.of(session.getKey(), session.getValue());
				waiting.remove(session.getKey());
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

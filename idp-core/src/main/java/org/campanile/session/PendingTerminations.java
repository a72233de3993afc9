package org.campanile.session;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import org.campanile.store.StoreUnavailableException;

/**
 * The sessions whose termination is pending because the store could not be reached. They
 * are stored only on this node, until they would expire anyway. Thread-safe.
 */
final class PendingTerminations {

	/** The maximum number of pending terminations. */
	static final int MAX = 10_000;

	/**
	 * The number of failures in one round after which the store is considered
	 * unreachable.
	 */
	private static final int FAILURES = 3;

	private final InstantSource clock;

	private final Map<SessionKey, Waiting> waiting = new ConcurrentHashMap<>();

	PendingTerminations(InstantSource clock) {
		this.clock = clock;
	}

	/** Terminates a session in the store. */
	@FunctionalInterface
	interface End {

		void of(SessionKey key, Waiting waiting) throws StoreUnavailableException;

	}

	/**
	 * A pending termination.
	 *
	 * @param until when the session expires at the latest
	 * @param replaced whether another session has replaced it
	 * @param session as it was read before the attempt, because the attempt may have
	 * succeeded, in which case the store no longer has it; empty if it was not read
	 * @param spared the sign-ons whose services are not notified
	 */
	record Waiting(Instant until, boolean replaced, Optional<SsoSession> session, Predicate<ServiceSignOn> spared) {

		/** The combined state after a further failed attempt. */
		Waiting and(Waiting later) {
			return new Waiting(later.until(), replaced && later.replaced(), later.session().or(this::session),
					spared.and(later.spared()));
		}

		/** Returns what is reported of the terminated session; empty if nothing is. */
		Optional<SsoSession> reported(Optional<SsoSession> ended) {
			return ended.filter(session -> !replaced).map(session -> session.without(spared));
		}

	}

	/**
	 * @return false if too many are pending
	 */
	boolean add(SessionKey key, Waiting what) {
		if (waiting.size() >= MAX && !waiting.containsKey(key)) {
			return false;
		}
		waiting.merge(key, what, Waiting::and);
		return true;
	}

	boolean contains(SessionKey key) {
		// Usually nothing is pending, and this is called for every request.
		return !waiting.isEmpty() && waiting.containsKey(key);
	}

	/**
	 * Removes it, because the session has been terminated.
	 * @return whether it was pending
	 */
	boolean forget(SessionKey key) {
		return !waiting.isEmpty() && waiting.remove(key) != null;
	}

	/** Retries all, unless the store turns out to be still unreachable. */
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

package org.campanile.store.resilience;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Session terminations whose caller has timed out. A store returns a session only to the
 * caller that terminated it, so a late result is kept for the next attempt; otherwise the
 * services of that session would never be notified. Thread-safe.
 */
final class AbandonedTerminations {

	/** Beyond it the oldest are forgotten. */
	static final int MAX = 10_000;

	private final Map<SessionKey, Future<Optional<StoredSession>>> terminations = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<SessionKey, Future<Optional<StoredSession>>> eldest) {
			return size() > MAX;
		}

	};

	/**
	 * @param termination terminations by itself, or is cancelled, soon
	 */
	synchronized void add(SessionKey key, Future<Optional<StoredSession>> termination) {
		// Arbitrary keys must not displace results that are still needed.
		terminations.values().removeIf(one -> one.isDone() && result(one).isEmpty());
		terminations.put(key, termination);
	}

	private static Optional<StoredSession> result(Future<Optional<StoredSession>> done) {
		return done.state() == Future.State.SUCCESS ? done.resultNow() : Optional.empty();
	}

	/**
	 * The result of an earlier termination, for the first caller.
	 * @return empty if there was none, or it had no result: then call the store
	 * @throws StoreUnavailableException if it is still running
	 */
	synchronized Optional<StoredSession> claim(SessionKey key) throws StoreUnavailableException {
		@Nullable Future<Optional<StoredSession>> termination = terminations.get(key);
		if (termination == null) {
			return Optional.empty();
		}
		if (!termination.isDone()) {
			throw new StoreUnavailableException("a termination of this session is still running");
		}
		terminations.remove(key);
		return result(termination);
	}

}

package org.campanile.store.guard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.StoredSession;
import org.campanile.store.StoreUnavailableException;

/**
 * Ends for whose answer nobody waited any more. A store gives a session to the one that
 * ended it, and to nobody afterwards: what such an end still brings is kept for whoever
 * tries again, or the services of that session would never be told. Thread-safe.
 */
final class AbandonedEnds {

	/** The oldest beyond it are forgotten. */
	static final int MAX = 10_000;

	private final Map<SessionKey, Future<Optional<StoredSession>>> ends = new LinkedHashMap<>() {

		@Override
		protected boolean removeEldestEntry(Map.Entry<SessionKey, Future<Optional<StoredSession>>> eldest) {
			return size() > MAX;
		}

	};

	/**
	 * @param end ends by itself, or is cancelled, soon
	 */
	synchronized void add(SessionKey key, Future<Optional<StoredSession>> end) {
		// Made-up keys must not push out what somebody comes back for.
		ends.values().removeIf(one -> one.isDone() && brought(one).isEmpty());
		ends.put(key, end);
	}

	private static Optional<StoredSession> brought(Future<Optional<StoredSession>> done) {
		return done.state() == Future.State.SUCCESS ? done.resultNow() : Optional.empty();
	}

	/**
	 * What an earlier end brought, to the first who asks.
	 * @return empty if there was none, or it brought nothing: then the store is to be
	 * asked
	 * @throws StoreUnavailableException if it is under way still
	 */
	synchronized Optional<StoredSession> claim(SessionKey key) throws StoreUnavailableException {
		@Nullable Future<Optional<StoredSession>> end = ends.get(key);
		if (end == null) {
			return Optional.empty();
		}
		if (!end.isDone()) {
			throw new StoreUnavailableException("an end of this session is under way still");
		}
		ends.remove(key);
		return brought(end);
	}

}

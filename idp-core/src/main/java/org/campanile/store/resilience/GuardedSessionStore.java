package org.campanile.store.resilience;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * A guarded session store. All operations are retried except {@code end}, which returns
 * the session only once; the next attempt gets the late result of a timed-out one.
 */
final class GuardedSessionStore implements SessionStore {

	/** The key of probes: no session has it, because it would have to be an HMAC. */
	private static final SessionKey PROBE_KEY = new SessionKey("0".repeat(64));

	private final SessionStore target;

	private final StoreOperations guard;

	private final AbandonedTerminations abandoned = new AbandonedTerminations();

	GuardedSessionStore(SessionStore target, StoreOperations guard) {
		this.target = target;
		this.guard = guard;
	}

	static GuardedOperation<?> probe(SessionStore target) {
		return repeated -> target.find(PROBE_KEY);
	}

	/**
	 * Creates a session. If a retry finds the key taken and the stored state equal, the
	 * first attempt took it: no two seals are equal.
	 */
	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		return guard.repeatable("create",
				repeated -> target.create(session) || repeated && target.find(session.key())
					.filter(stored -> Arrays.equals(stored.state(), session.state()))
					.isPresent());
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		return guard.repeatable("find", repeated -> target.find(key));
	}

	/**
	 * Treats a conflict like {@link #create}: if the first attempt caused it, the update
	 * succeeded.
	 */
	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		return guard.repeatable("update", repeated -> {
			SessionUpdate outcome = target.update(key, version, state);
			return repeated && outcome instanceof SessionUpdate.Stale(StoredSession current)
					&& Arrays.equals(current.state(), state) ? new SessionUpdate.Updated(current.version()) : outcome;
		});
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		return guard.repeatable("add_service", repeated -> target.addService(key, service));
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) throws StoreUnavailableException {
		guard.repeatable("touch", repeated -> {
			target.touch(key, idleExpiresAt);
			return key;
		});
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		Optional<StoredSession> late = abandoned.claim(key);
		return late.isPresent() ? late : guard.once("end", repeated -> target.end(key), end -> abandoned.add(key, end));
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_principal", repeated -> target.findByPrincipal(principalHash, after, limit));
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return guard.repeatable("find_by_identifier",
				repeated -> target.findByIdentifier(identifierHash, after, limit));
	}

	@Override
	public long count() throws StoreUnavailableException {
		return guard.repeatable("count", repeated -> target.count());
	}

	/**
	 * Session terminations whose caller has timed out. A store returns a session only to
	 * the caller that terminated it, so a late result is kept for the next attempt;
	 * otherwise the services of that session would never be notified. Thread-safe.
	 */
	private static final class AbandonedTerminations {

		/** The number of terminations beyond which the oldest are forgotten. */
		static final int MAX = 10_000;

		private final Map<SessionKey, Future<Optional<StoredSession>>> terminations = new LinkedHashMap<>() {

			@Override
			protected boolean removeEldestEntry(Map.Entry<SessionKey, Future<Optional<StoredSession>>> eldest) {
				return size() > MAX;
			}

		};

		/**
		 * @param termination ends by itself, or is cancelled, soon
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

}

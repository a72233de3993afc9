package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.InProcess;

/**
 * Sessions in the memory of one node. Bounded: beyond its capacity the sessions that
 * expire soonest are evicted, and their users sign in again. Thread-safe; never throws
 * {@code StoreUnavailableException}.
 * <p>
 * The indexes are changed together with their session while the cache locks its key: in
 * its {@code compute} methods and, on expiry, in its eviction listener, which the cache
 * also calls there (a removal listener would be called later, and out of order). Postings
 * belong to one session, so that an expired one cannot remove its successor's.
 */
public final class MemorySessionStore implements SessionStore, InProcess {

	private final InstantSource clock;

	private final Cache<Key, Session> sessions;

	private final HashIndex byPrincipal = new HashIndex();

	private final HashIndex byIdentifier = new HashIndex();

	private final SessionCapacity capacity;

	private final CapacityLimiter limiter;

	private final AtomicInteger serial = new AtomicInteger();

	/**
	 * Index of sessions by hash. One ordered set for all hashes: the cost does not depend
	 * on how many sessions share a hash, a page starts where the last one ended, and no
	 * empty buckets remain. Thread-safe; callers check results against the sessions
	 * themselves.
	 */
	private static final class HashIndex {

		private static final SessionKey LEAST = new SessionKey("0".repeat(64));

		private final ConcurrentSkipListSet<Posting> postings = new ConcurrentSkipListSet<>();

		void add(Posting posting) {
			postings.add(posting);
		}

		void remove(Posting posting) {
			postings.remove(posting);
		}

		int size() {
			return postings.size();
		}

		/**
		 * @param live the posting's session, if it still exists and is indexed under it
		 */
		List<StoredSession> page(String hash, SessionKey after, int limit, Function<Posting, Optional<Session>> live) {
			boolean fromTheStart = after.equals(SessionKey.FIRST);
			Posting start = new Posting(Key.of(fromTheStart ? LEAST : after, 0), hash);
			@Nullable Key last = fromTheStart ? null : start.key();
			List<StoredSession> page = new ArrayList<>();
			for (Posting posting : postings.tailSet(start)) {
				if (page.size() == limit || !posting.hasHashOf(start)) {
					break;
				}
				if (posting.key().equals(last)) {
					continue;
				}
				Optional<Session> session = live.apply(posting);
				if (session.isPresent()) {
					last = posting.key();
					page.add(session.get().toStored(last.toSessionKey()));
				}
			}
			return page;
		}

	}

	/**
	 * @param capacity concurrent creations may exceed it slightly
	 */
	MemorySessionStore(InstantSource clock, SessionCapacity capacity) {
		this.clock = clock;
		this.capacity = capacity;
		this.sessions = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.expireAfter(Expiry.writing((Key key, Session session) -> remaining(session)))
			.evictionListener(this::evicted)
			.build();
		this.limiter = new CapacityLimiter(capacity, clock, sessions, this::remove);
	}

	private void evicted(@Nullable Key key, @Nullable Session session, RemovalCause cause) {
		if (session != null) {
			remove(session);
		}
	}

	private Duration remaining(Session session) {
		return Duration.between(clock.instant(), session.end());
	}

	@Override
	public boolean create(StoredSession stored) {
		SessionStore.requireStorable(stored.state());
		stored.services().forEach(service -> SessionStore.requireStorable(service.state()));
		Session session = Session.of(stored, serial.getAndIncrement());
		boolean created = sessions.asMap().compute(session.user().key(), (key, present) -> {
			if (present != null) {
				if (isLive(present)) {
					return present;
				}
				remove(present);
			}
			capacity.added(session);
			byPrincipal.add(session.user());
			for (ServiceEntry service : session.services()) {
				byIdentifier.add(service);
			}
			return session;
		}) == session;
		limiter.enforce();
		return created;
	}

	private void remove(Session session) {
		capacity.removed(session);
		byPrincipal.remove(session.user());
		for (ServiceEntry service : session.services()) {
			byIdentifier.remove(service);
		}
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) {
		return find(Key.of(key, 0)).map(session -> session.toStored(key));
	}

	private Optional<Session> find(Key key) {
		return Optional.ofNullable(sessions.getIfPresent(key)).filter(this::isLive);
	}

	@Override
	public boolean addService(SessionKey key, StoredService stored) {
		SessionStore.requireStorable(stored.state());
		boolean live = change(key, session -> {
			ServiceEntry service = new ServiceEntry(session.user().key(), stored);
			if (session.has(service)) {
				return session;
			}
			byIdentifier.add(service);
			return session.with(service);
		}) != null;
		limiter.enforce();
		return live;
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) {
		change(key, session -> session.idleUntil(idleExpiresAt));
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) {
		@Nullable Session[] ended = { null };
		change(key, session -> {
			ended[0] = session;
			remove(session);
			return null;
		});
		return Optional.ofNullable(ended[0]).map(session -> session.toStored(key));
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) {
		SessionStore.requireStorable(state);
		SessionUpdate[] outcome = { new SessionUpdate.Gone() };
		change(key, session -> {
			if (session.version() != version) {
				outcome[0] = new SessionUpdate.Stale(session.toStored(key));
				return session;
			}
			outcome[0] = new SessionUpdate.Updated(version + 1);
			return session.withState(state);
		});
		limiter.enforce();
		return outcome[0];
	}

	/**
	 * Changes a session atomically. Null if there is no live session of that key, or it
	 * was removed.
	 * @param change returns the new state of a live session; null to remove it
	 */
	private @Nullable Session change(SessionKey key, Function<Session, @Nullable Session> change) {
		return sessions.asMap().computeIfPresent(Key.of(key, 0), (same, session) -> {
			if (!isLive(session)) {
				remove(session);
				return null;
			}
			Session changed = change.apply(session);
			if (changed != null) {
				capacity.replaced(session, changed);
			}
			return changed;
		});
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit) {
		return byPrincipal.page(principalHash, after, limit,
				posting -> find(posting.key()).filter(session -> session.user() == posting));
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit) {
		// Sorted by key and serial number: one identifier may be indexed under several
		// formats.
		return byIdentifier.page(identifierHash, after, limit,
				posting -> find(posting.key()).filter(session -> session.user().key() == posting.key()));
	}

	@Override
	public long count() {
		// Expired sessions must be removed here, as without traffic nothing else removes
		// them.
		sessions.cleanUp();
		return sessions.estimatedSize();
	}

	/** The number of entries of both indexes; counts them. */
	int indexed() {
		return byPrincipal.size() + byIdentifier.size();
	}

	private boolean isLive(Session session) {
		return clock.instant().isBefore(session.end());
	}

}

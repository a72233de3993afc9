package org.campanile.storage.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/**
 * Sessions in the memory of one node. Bounded: beyond its capacity the sessions least
 * likely to be used again are dropped, and their people sign in anew. Thread-safe; never
 * throws {@code StoreUnavailableException}.
 */
public final class MemorySessionStore implements SessionStore {

	private final InstantSource clock;

	private final Cache<SessionKey, StoredSession> sessions;

	/**
	 * @param capacity how many sessions are kept at most
	 */
	public MemorySessionStore(InstantSource clock, long capacity) {
		this.clock = clock;
		this.sessions = Caffeine.newBuilder()
			.ticker(new ClockTicker(clock))
			.maximumSize(capacity)
			.expireAfter(Expiry.writing((SessionKey key, StoredSession session) -> remaining(session)))
			.build();
	}

	private Duration remaining(StoredSession session) {
		return Duration.between(clock.instant(), end(session));
	}

	@Override
	public boolean create(StoredSession session) {
		requireSize(session.state());
		session.services().forEach(service -> requireSize(service.state()));
		// Not told by comparing with what is there: the same object may come twice.
		boolean[] stored = { false };
		sessions.asMap().compute(session.key(), (key, present) -> {
			if (present != null && isLive(present)) {
				return present;
			}
			stored[0] = true;
			return session;
		});
		return stored[0];
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) {
		return Optional.ofNullable(sessions.getIfPresent(key)).filter(this::isLive);
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) {
		requireSize(service.state());
		return sessions.asMap()
			.computeIfPresent(key, (same, session) -> isLive(session) ? with(session, service) : null) != null;
	}

	private static StoredSession with(StoredSession session, StoredService service) {
		if (session.services().stream().anyMatch(present -> present.serviceHash().equals(service.serviceHash()))) {
			return session;
		}
		List<StoredService> services = new ArrayList<>(session.services());
		services.add(service);
		return new StoredSession(session.key(), session.principalHash(), session.createdAt(), session.expiresAt(),
				session.idleExpiresAt(), session.state(), services);
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) {
		sessions.asMap().computeIfPresent(key, (same, session) -> {
			if (!isLive(session)) {
				return null;
			}
			Instant end = idleExpiresAt.isBefore(session.expiresAt()) ? idleExpiresAt : session.expiresAt();
			return end.isAfter(session.idleExpiresAt()) ? new StoredSession(key, session.principalHash(),
					session.createdAt(), session.expiresAt(), end, session.state(), session.services()) : session;
		});
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) {
		return Optional.ofNullable(sessions.asMap().remove(key)).filter(this::isLive);
	}

	@Override
	public long count() {
		// Without traffic nothing else drops the expired ones.
		sessions.cleanUp();
		return sessions.estimatedSize();
	}

	private boolean isLive(StoredSession session) {
		return clock.instant().isBefore(end(session));
	}

	private static Instant end(StoredSession session) {
		return session.idleExpiresAt().isBefore(session.expiresAt()) ? session.idleExpiresAt() : session.expiresAt();
	}

	private static void requireSize(byte[] state) {
		if (state.length > MAX_STATE) {
			throw new IllegalArgumentException("a state of " + state.length + " octets is over " + MAX_STATE);
		}
	}

}

package org.campanile.testkit.session;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;

/**
 * The simplest store that satisfies the contract: a map behind one lock, never purged.
 * Several on one map act as the nodes of a cluster, and a test may inspect the map and
 * tamper with it. Thread-safe.
 */
public final class HeapSessionStore implements SessionStore {

	private final InstantSource clock;

	private final Map<SessionKey, StoredSession> backend;

	/**
	 * @param backend stores the sessions; also the lock
	 */
	public HeapSessionStore(InstantSource clock, Map<SessionKey, StoredSession> backend) {
		this.clock = clock;
		this.backend = backend;
	}

	@Override
	public boolean create(StoredSession session) {
		SessionStore.requireStorable(session.state());
		session.services().forEach(service -> SessionStore.requireStorable(service.state()));
		synchronized (backend) {
			if (find(session.key()).isPresent()) {
				return false;
			}
			backend.put(session.key(), session);
			return true;
		}
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) {
		Instant now = clock.instant();
		synchronized (backend) {
			return Optional.ofNullable(backend.get(key))
				.filter(session -> now.isBefore(session.expiresAt()) && now.isBefore(session.idleExpiresAt()));
		}
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) {
		SessionStore.requireStorable(service.state());
		synchronized (backend) {
			Optional<StoredSession> session = find(key);
			session.ifPresent(present -> {
				if (present.services().stream().noneMatch(it -> it.serviceHash().equals(service.serviceHash()))) {
					List<StoredService> services = new ArrayList<>(present.services());
					services.add(service);
					put(present, present.version(), present.idleExpiresAt(), present.state(), services);
				}
			});
			return session.isPresent();
		}
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) {
		synchronized (backend) {
			find(key).ifPresent(present -> {
				Instant end = idleExpiresAt.isBefore(present.expiresAt()) ? idleExpiresAt : present.expiresAt();
				if (end.isAfter(present.idleExpiresAt())) {
					put(present, present.version(), end, present.state(), present.services());
				}
			});
		}
	}

	private void put(StoredSession session, long version, Instant idleExpiresAt, byte[] state,
			List<StoredService> services) {
		backend.put(session.key(), new StoredSession(session.key(), session.principalHash(), version,
				session.createdAt(), session.expiresAt(), idleExpiresAt, state, services));
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) {
		synchronized (backend) {
			Optional<StoredSession> session = find(key);
			backend.remove(key);
			return session;
		}
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) {
		SessionStore.requireStorable(state);
		synchronized (backend) {
			Optional<StoredSession> session = find(key);
			if (session.isEmpty()) {
				return new SessionUpdate.Gone();
			}
			StoredSession present = session.get();
			if (present.version() != version) {
				return new SessionUpdate.Stale(present);
			}
			put(present, version + 1, present.idleExpiresAt(), state, present.services());
			return new SessionUpdate.Updated(version + 1);
		}
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit) {
		return page(after, limit, session -> session.principalHash().equals(principalHash));
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit) {
		return page(after, limit,
				session -> session.services()
					.stream()
					.anyMatch(service -> service.identifierHash().equals(identifierHash)));
	}

	private List<StoredSession> page(SessionKey after, int limit, Predicate<StoredSession> wanted) {
		synchronized (backend) {
			return backend.keySet()
				.stream()
				.sorted()
				.filter(key -> key.compareTo(after) > 0)
				.flatMap(key -> find(key).stream())
				.filter(wanted)
				.limit(limit)
				.toList();
		}
	}

	@Override
	public long count() {
		synchronized (backend) {
			return backend.keySet().stream().filter(key -> find(key).isPresent()).count();
		}
	}

}

package org.campanile.storage.hazelcast;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import com.hazelcast.aggregation.Aggregators;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import org.jspecify.annotations.Nullable;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.SessionUpdate;
import org.campanile.session.StoredSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;

/**
 * Sessions in a Hazelcast map. Reads query the owner of the session, and the copies if it
 * does not answer; changes run on the owner, atomically, and are acknowledged by its
 * backups. Thread-safe.
 */
final class HazelcastSessionStore implements SessionStore, AutoCloseable {

	private final HazelcastInstance hazelcast;

	private final HazelcastOperations operations;

	private final InstantSource clock;

	private final Nonces nonces;

	private final Touches touches;

	private final BackupReads<SessionRecord> copies;

	private final IndexPages<SessionRecord> pages;

	HazelcastSessionStore(HazelcastInstance hazelcast, HazelcastOperations operations, InstantSource clock,
			SecureRandom random, Touches touches) {
		this.hazelcast = hazelcast;
		this.operations = operations;
		this.clock = clock;
		this.nonces = new Nonces(random);
		this.touches = touches;
		this.copies = new BackupReads<>(hazelcast, HazelcastMaps.SESSIONS);
		this.pages = new IndexPages<>(operations, this::sessions, "sessions");
	}

	@Override
	public boolean create(StoredSession session) throws StoreUnavailableException {
		SessionStore.requireStorable(session.state());
		session.services().forEach(service -> SessionStore.requireStorable(service.state()));
		SessionRecord stored = toRecord(session, nonces.next());
		return run("create a session", session.key(), new SessionProcessor.Create(stored, clock.millis()));
	}

	@Override
	public Optional<StoredSession> find(SessionKey key) throws StoreUnavailableException {
		@Nullable SessionRecord found = operations.<@Nullable SessionRecord>run("read a session",
				() -> sessions().getAsync(key.value()), () -> copies.find(key.value()));
		return Optional.ofNullable(found)
			.filter(session -> session.isLiveAt(clock.millis()))
			.map(session -> stored(key, session));
	}

	@Override
	public SessionUpdate update(SessionKey key, long version, byte[] state) throws StoreUnavailableException {
		SessionStore.requireStorable(state);
		long nonce = nonces.next();
		@Nullable SessionRecord current = run("update a session", key,
				new SessionProcessor.Update(version, state, nonce, clock.millis()));
		if (current == null) {
			return new SessionUpdate.Gone();
		}
		return current.updatedBy() == nonce ? new SessionUpdate.Updated(current.version())
				: new SessionUpdate.Stale(stored(key, current));
	}

	@Override
	public boolean addService(SessionKey key, StoredService service) throws StoreUnavailableException {
		SessionStore.requireStorable(service.state());
		return run("add a service to a session", key,
				new SessionProcessor.AddService(toRecord(service), clock.millis()));
	}

	@Override
	public void touch(SessionKey key, Instant idleExpiresAt) {
		SessionProcessor.Touch touch = new SessionProcessor.Touch(idleExpiresAt.toEpochMilli(), clock.millis());
		touches.start(() -> sessions().submitToKey(key.value(), touch));
	}

	@Override
	public Optional<StoredSession> end(SessionKey key) throws StoreUnavailableException {
		@Nullable SessionRecord ended = run("terminate a session", key, new SessionProcessor.End(nonces.next(), clock.millis()));
		return Optional.ofNullable(ended).map(session -> stored(key, session));
	}

	@Override
	public List<StoredSession> findByPrincipal(String principalHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return page(Predicates.equal("principal", principalHash), after, limit);
	}

	@Override
	public List<StoredSession> findByIdentifier(String identifierHash, SessionKey after, int limit)
			throws StoreUnavailableException {
		return page(Predicates.equal("services[any].identifier", identifierHash), after, limit);
	}

	private List<StoredSession> page(Predicate<String, SessionRecord> wanted, SessionKey after, int limit)
			throws StoreUnavailableException {
		long now = clock.millis();
		Predicate<String, SessionRecord> live = Predicates.and(wanted, Predicates.equal("endedBy", 0L),
				Predicates.greaterThan("idle", now), Predicates.greaterThan("expires", now));
		return pages.page(live, after.value(), limit, this::live);
	}

	private Optional<StoredSession> live(String key, SessionRecord session) {
		return session.isLiveAt(clock.millis()) ? Optional.of(stored(new SessionKey(key), session)) : Optional.empty();
	}

	/**
	 * Excludes recently terminated sessions that are still kept. Counts keys, because
	 * counting entries would deserialize each session.
	 */
	@Override
	public long count() throws StoreUnavailableException {
		return operations.runBlocking("count the sessions", () -> {
			long ended = sessions().aggregate(Aggregators.count("__key"),
					Predicates.equal("principal", SessionRecord.ENDED));
			return Math.max(0, sessions().size() - ended);
		});
	}

	/** Waits for running touches; the cluster stays open. */
	@Override
	public void close() {
		touches.settle();
	}

	private <R extends @Nullable Object> R run(String name, SessionKey key, SessionProcessor<R> processor)
			throws StoreUnavailableException {
		return operations.run(name, () -> sessions().submitToKey(key.value(), processor));
	}

	private IMap<String, SessionRecord> sessions() {
		return HazelcastMaps.sessions(hazelcast);
	}

	static SessionRecord toRecord(StoredSession session, long nonce) {
		return new SessionRecord(session.principalHash(), null, session.version(), session.createdAt().toEpochMilli(),
				session.expiresAt().toEpochMilli(), session.idleExpiresAt().toEpochMilli(), session.state(),
				session.services().stream().map(HazelcastSessionStore::toRecord).toList(), nonce, 0, 0);
	}

	private static ServiceRecord toRecord(StoredService service) {
		return new ServiceRecord(service.serviceHash(), service.identifierHash(), service.state());
	}

	private static StoredSession stored(SessionKey key, SessionRecord session) {
		String former = session.former();
		return new StoredSession(key, former == null ? session.principal() : former, session.version(),
				Instant.ofEpochMilli(session.created()), Instant.ofEpochMilli(session.expires()),
				Instant.ofEpochMilli(session.idle()), session.state(),
				session.services()
					.stream()
					.map(service -> new StoredService(service.service(), service.identifier(), service.state()))
					.toList());
	}

}

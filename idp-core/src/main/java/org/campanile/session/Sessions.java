package org.campanile.session;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.RandomValues;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the life cycle of single sign-on sessions in a {@link SessionStore}: finds them
 * by their {@linkplain SessionTokens tokens}, and seals and opens their stored form. A
 * session ends when the sealing key of its token is removed from the ring. Thread-safe.
 */
public final class Sessions {

	private static final Logger logger = LoggerFactory.getLogger(Sessions.class);

	private static final int ENDED_AT_ONCE = 100;

	private final SessionStore store;

	private final SessionPolicy policy;

	private final InstantSource clock;

	private final SecureRandom random;

	private final SessionTokens tokens;

	private final SessionSealing sealing;

	private final PendingTerminations pending;

	private final SessionSearch search;

	private final SessionOrigin.Current origin;

	/**
	 * @param origin asked once for each new session
	 */
	public Sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock, SecureRandom random,
			SessionOrigin.Current origin) {
		this.store = store;
		this.policy = policy;
		this.clock = clock;
		this.random = random;
		this.tokens = new SessionTokens(sealer, random);
		this.sealing = new SessionSealing(sealer);
		this.pending = new PendingTerminations(clock);
		this.search = new SessionSearch(store, sealing, pending, clock);
		this.origin = origin;
	}

	/**
	 * A session that is not stored yet.
	 *
	 * @param token the value of the browser's cookie; known only to the browser
	 */
	public record NewSession(String token, SsoSession session) {

		/** Omits the token, which is as good as a password while the session lasts. */
		@Override
		public String toString() {
			return "NewSession[" + session.key().value() + "]";
		}

	}

	/**
	 * Begins a session for a user who has just signed in, under a new identifier.
	 * @param previous the session the browser had; if it is the same user's, its services
	 * and the secret from which its names at services are derived are carried over to the
	 * new one
	 */
	public NewSession begin(AuthenticatedUser user, ResolvedAttributes attributes, Optional<SsoSession> previous) {
		SessionTokens.Issued issued = tokens.issue();
		Optional<SsoSession> continued = previous.filter(session -> session.principal().equals(user.principal()));
		// Stores keep times to the microsecond or millisecond, and the seal covers the
		// expiry.
		Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
		byte[] secret = continued.map(SsoSession::secret).orElseGet(() -> RandomValues.bytes(32, random));
		SsoSession session = new SsoSession(issued.key(), user.principal(), user.loginName(), factors(user), attributes,
				now, secret, 1, now, now.plus(policy.lifetime()),
				earlier(now.plus(policy.idleTimeout()), now.plus(policy.lifetime())),
				continued.map(SsoSession::services).orElse(List.of()), false, origin.get());
		return new NewSession(issued.token(), session);
	}

	private static List<Factor> factors(AuthenticatedUser user) {
		return user.factors()
			.stream()
			.map(factor -> new Factor(factor.kind(), factor.at().truncatedTo(ChronoUnit.MILLIS), factor.credential(),
					factor.traits()))
			.toList();
	}

	/**
	 * Stores a new session with its services; one write.
	 * @throws StoreUnavailableException if it could not be stored, for instance because
	 * its attributes are larger than a store accepts
	 */
	public void store(SsoSession session) throws StoreUnavailableException {
		if (!store.create(sealing.seal(session))) {
			// 192 random bits were repeated: the random source is broken, and continuing
			// would give access to another user's session.
			throw new StoreUnavailableException("a new session's identifier was already taken");
		}
	}

	/**
	 * The live session of that token, without recording its use.
	 * @param token as sent by the browser, not validated
	 * @return empty if the token is invalid, or the session has ended, or its stored form
	 * was tampered with
	 */
	public Optional<SsoSession> peek(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = tokens.keyOf(token);
		return key.isEmpty() ? Optional.empty() : peek(key.get());
	}

	/** Finds a session like {@link #peek(SessionKey)}, and records its use. */
	public Optional<SsoSession> find(SessionKey key) throws StoreUnavailableException {
		Optional<SsoSession> session = peek(key);
		session.ifPresent(this::touch);
		return session;
	}

	/**
	 * Returns the live session of a key that was kept sealed, for use without the
	 * session's cookie. Its use is not recorded.
	 */
	public Optional<SsoSession> peek(SessionKey key) throws StoreUnavailableException {
		return pending.contains(key) ? Optional.empty() : read(key);
	}

	/**
	 * The session of that token, for a caller that is about to terminate it: also one
	 * whose termination is pending on this node. Its use is not recorded.
	 * @param token as sent by the browser, not validated
	 */
	public Optional<SsoSession> read(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = tokens.keyOf(token);
		return key.isEmpty() ? Optional.empty() : read(key.get());
	}

	private Optional<SsoSession> read(SessionKey key) throws StoreUnavailableException {
		// The seal covers the absolute expiry, so the store cannot extend it.
		return store.find(key)
			.flatMap(stored -> sealing.open(key, stored))
			.filter(found -> found.isLiveAt(clock.instant()));
	}

	private void touch(SsoSession session) {
		Instant now = clock.instant();
		Instant idleEnd = earlier(now.plus(policy.idleTimeout()), session.expiresAt());
		if (idleEnd.isBefore(session.idleExpiresAt().plus(policy.touchInterval()))) {
			return;
		}
		try {
			store.touch(session.key(), idleEnd);
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The use of a session was not recorded, so it may expire early: {}", ex.getMessage());
		}
	}

	/**
	 * Records that the session signed in to a service; nothing is written if that was
	 * already recorded with the same handle.
	 * @return the session including the service; empty if the session has ended meanwhile
	 */
	public Optional<SsoSession> addService(SsoSession session, ServiceSignOn service) throws StoreUnavailableException {
		if (session.has(service)) {
			return Optional.of(session);
		}
		return store.addService(session.key(), sealing.seal(session.key(), service))
				? Optional.of(session.with(service)) : Optional.empty();
	}

	/** Returns the same session with one more service; nothing is stored. */
	public static SsoSession withService(SsoSession session, ServiceSignOn service) {
		return session.has(service) ? session : session.with(service);
	}

	/**
	 * Replaces the attributes of a session after they were read again. If two nodes do so
	 * concurrently, one of them succeeds; both have read the same directory.
	 * @return the session with the attributes; empty if it has ended
	 */
	public Optional<SsoSession> refresh(SsoSession session, ResolvedAttributes attributes)
			throws StoreUnavailableException {
		SsoSession fresh = session.withAttributes(attributes, clock.instant().truncatedTo(ChronoUnit.MILLIS));
		return switch (store.update(session.key(), session.version(), sealing.sealState(fresh))) {
			case SessionUpdate.Updated updated -> Optional.of(fresh.withVersion(updated.version()));
			case SessionUpdate.Stale stale -> Optional.of(fresh.withVersion(stale.current().version()));
			case SessionUpdate.Gone gone -> Optional.empty();
		};
	}

	/**
	 * Terminates a session.
	 * @return the terminated session, to exactly one of several callers; empty if there
	 * was none
	 */
	public Optional<SsoSession> end(SessionKey key) throws StoreUnavailableException {
		return endStored(key).flatMap(stored -> sealing.open(key, stored));
	}

	private Optional<StoredSession> endStored(SessionKey key) throws StoreUnavailableException {
		Optional<StoredSession> ended = store.end(key);
		if (ended.isPresent()) {
			// The caller notifies its services, so the termination is no longer pending.
			pending.forget(key);
		}
		return ended;
	}

	/**
	 * Schedules the termination of a session that could not be terminated at once. Until
	 * then it is unusable on this node, but not on others.
	 * @return false if the token is invalid, or too many terminations are pending
	 */
	public boolean endLater(String token) {
		return tokens.keyOf(token).map(key -> endLater(key, false, Optional.empty(), service -> false)).orElse(false);
	}

	/**
	 * Ends a session like {@link #endLater(String)}, after it was read: if it was
	 * terminated but the store's answer was lost, its services are notified nevertheless.
	 */
	public boolean endLater(SsoSession session) {
		return endLater(session.key(), false, Optional.of(session), service -> false);
	}

	/**
	 * Ends a session like {@link #endLater(SsoSession)}.
	 * @param replaced whether another session has replaced it, so that nothing is
	 * reported
	 * @param session as it was read; empty if it was not
	 * @param spared the sign-ons that are not reported
	 */
	boolean endLater(SessionKey key, boolean replaced, Optional<SsoSession> session, Predicate<ServiceSignOn> spared) {
		// Once the session has been terminated, the store no longer has it.
		boolean waits = pending.add(key,
				new PendingTerminations.Waiting(clock.instant().plus(policy.lifetime()), replaced, session, spared));
		if (!waits) {
			logger.error(
					"{} terminations of sessions are pending; a further one is dropped: the session, if still "
							+ "stored, will last until it expires; its services are not notified",
					PendingTerminations.MAX);
		}
		return waits;
	}

	/**
	 * Retries pending terminations; to be called every few seconds.
	 * @param ended receives each terminated session, so that services can be notified;
	 * except those that were replaced, because services know the successor by the same
	 * name. If another node has terminated a pending session meanwhile, both receive it,
	 * because this node cannot distinguish that from its own attempt whose answer was
	 * lost
	 */
	public void endPending(Consumer<SsoSession> ended) {
		pending.retry((key, waiting) -> {
			Optional<SsoSession> session = store.end(key).flatMap(stored -> sealing.open(key, stored));
			boolean waited = pending.forget(key);
			waiting.reported(session.or(() -> waited ? waiting.session() : Optional.empty())).ifPresent(ended);
		});
	}

	/** The number of terminations pending on this node. */
	public int pendingEnds() {
		return pending.size();
	}

	/**
	 * Returns all live sessions that a service knows by a handle, on whichever node the
	 * user signed in, read in pages of {@link SessionStore#MAX_PAGE}.
	 * @param handle its value
	 */
	public List<SsoSession> findByHandle(ProtocolId protocol, String service, String handle)
			throws StoreUnavailableException {
		return search.byHandle(protocol, service, handle);
	}

	/**
	 * The live sessions of a user, on whichever node they began, without those whose
	 * termination is pending on this node.
	 * @param principal the canonical name, compared exactly
	 * @param most the maximum number returned; if there are more, an arbitrary selection
	 */
	public List<SsoSession> findByPrincipal(String principal, int most) throws StoreUnavailableException {
		return search.byPrincipal(principal, most);
	}

	/**
	 * Terminates all sessions of a user. If the store fails at one, that one is
	 * terminated later, and the remaining ones when the call is repeated.
	 * @param ended receives each terminated session at once, so that none is missed if
	 * the store fails midway
	 * @return how many were terminated
	 */
	public int endAll(String principal, Consumer<SsoSession> ended) throws StoreUnavailableException {
		int count = 0;
		for (String hash : sealing.principalHashes(principal)) {
			SessionKey after = SessionKey.FIRST;
			List<StoredSession> page;
			do {
				page = store.findByPrincipal(hash, after, ENDED_AT_ONCE);
				for (StoredSession stored : page) {
					after = stored.key();
					Optional<StoredSession> gone = endRead(stored);
					if (gone.isPresent()) {
						count++;
						sealing.open(stored.key(), gone.get()).ifPresent(ended);
					}
				}
			}
			while (page.size() == ENDED_AT_ONCE);
		}
		return count;
	}

	private Optional<StoredSession> endRead(StoredSession stored) throws StoreUnavailableException {
		try {
			return endStored(stored.key());
		}
		catch (StoreUnavailableException ex) {
			sealing.open(stored.key(), stored).ifPresent(this::endLater);
			throw ex;
		}
	}

	/**
	 * The key of a token's session, whether or not that is live; reads the folder of
	 * sealing keys if the token's is unknown.
	 * @param token as sent by the browser, not validated
	 * @return empty if the token is forged, or its sealing key was removed
	 */
	public Optional<SessionKey> keyOf(String token) {
		return tokens.keyOf(token);
	}

	/**
	 * Returns the key like {@link #keyOf}, without blocking: a token under a key that
	 * this node has not loaded yet counts as forged until {@link #keyOf} was called with
	 * it.
	 */
	public Optional<SessionKey> loadedKeyOf(String token) {
		return tokens.loadedKeyOf(token);
	}

	private static Instant earlier(Instant first, Instant second) {
		return first.isBefore(second) ? first : second;
	}

}

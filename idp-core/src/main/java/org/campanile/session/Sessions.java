package org.campanile.session;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Sealer;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of single sign-on sessions over a {@link SessionStore}: finds them by their
 * {@linkplain SessionTokens tokens}, seals and opens what is stored. A session ends when
 * the sealing key of its token leaves the ring. Thread-safe.
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

	public Sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock, SecureRandom random) {
		this.store = store;
		this.policy = policy;
		this.clock = clock;
		this.random = random;
		this.tokens = new SessionTokens(sealer, random);
		this.sealing = new SessionSealing(sealer);
		this.pending = new PendingTerminations(clock);
	}

	/**
	 * A session that is not stored yet.
	 *
	 * @param token the value of the browser's cookie; known to the browser alone
	 * @param session the session
	 */
	public record NewSession(String token, SsoSession session) {

		/** Without the token, which is as good as a password while the session lasts. */
		@Override
		public String toString() {
			return "NewSession[" + session.key().value() + "]";
		}

	}

	/**
	 * Begins a session for a user who has just signed in, under a new identifier.
	 * @param previous the session the browser had; if it is the same user's, its services
	 * and the secret from which its names at services derive go on in the new one
	 */
	public NewSession begin(AuthenticatedUser user, ResolvedAttributes attributes, Optional<SsoSession> previous) {
		SessionTokens.Issued issued = tokens.issue();
		Optional<SsoSession> continued = previous.filter(session -> session.principal().equals(user.principal()));
		// Stores keep times to the microsecond or millisecond, and the seal covers the
		// end.
		Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
		SsoSession session = new SsoSession(issued.key(), user.principal(), user.loginName(), factors(user), attributes,
				now, continued.map(SsoSession::secret).orElseGet(this::newSecret), 1, now, now.plus(policy.lifetime()),
				earlier(now.plus(policy.idleTimeout()), now.plus(policy.lifetime())),
				continued.map(SsoSession::services).orElse(List.of()));
		return new NewSession(issued.token(), session);
	}

	private static List<Factor> factors(AuthenticatedUser user) {
		return user.factors()
			.stream()
			.map(factor -> new Factor(factor.kind(), factor.at().truncatedTo(ChronoUnit.MILLIS), factor.credential(),
					factor.traits()))
			.toList();
	}

	private byte[] newSecret() {
		byte[] secret = new byte[32];
		random.nextBytes(secret);
		return secret;
	}

	/**
	 * Stores a session that was begun; one write, with the services it has.
	 * @throws StoreUnavailableException if it could not be stored, as when its attributes
	 * are larger than a store takes
	 */
	public void store(SsoSession session) throws StoreUnavailableException {
		if (!store.create(sealing.seal(session))) {
			// 192 random bits came twice: the random source is broken, and going on would
			// hand out another's session.
			throw new StoreUnavailableException("a new session's identifier was already taken");
		}
	}

	/**
	 * The live session of that token; its use is noted.
	 * @param token as the browser sent it; anything may stand in it
	 * @return empty if the token is invalid, or the session has ended, or its stored form
	 * was tampered with
	 */
	public Optional<SsoSession> find(String token) throws StoreUnavailableException {
		Optional<SsoSession> session = peek(token);
		if (session.isPresent()) {
			touch(session.get());
		}
		return session;
	}

	/** As {@link #find}, without noting the use. */
	public Optional<SsoSession> peek(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = tokens.keyOf(token).filter(known -> !pending.contains(known));
		return key.isEmpty() ? Optional.empty() : read(key.get());
	}

	/**
	 * The session of that token, for a caller that is about to end it: also one that this
	 * node has yet to end in the store. Its use is not noted.
	 * @param token as the browser sent it; anything may stand in it
	 */
	public Optional<SsoSession> read(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = tokens.keyOf(token);
		return key.isEmpty() ? Optional.empty() : read(key.get());
	}

	private Optional<SsoSession> read(SessionKey key) throws StoreUnavailableException {
		// The seal covers the absolute end, so the store cannot postpone it.
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
			logger.warn("A session's use was not noted, it may end early: {}", ex.getMessage());
		}
	}

	/**
	 * Notes that the session signed in to a service; nothing is written if it had before,
	 * by the same handle.
	 * @return the session with the service in it; empty if the session has ended
	 * meanwhile
	 */
	public Optional<SsoSession> addService(SsoSession session, ServiceSignOn service) throws StoreUnavailableException {
		if (session.has(service)) {
			return Optional.of(session);
		}
		if (!store.addService(session.key(), sealing.seal(session.key(), service))) {
			return Optional.empty();
		}
		return Optional.of(withService(session, service));
	}

	/** The same session, not stored, with one more service. */
	public static SsoSession withService(SsoSession session, ServiceSignOn service) {
		if (session.has(service)) {
			return session;
		}
		List<ServiceSignOn> services = new ArrayList<>(session.services());
		services.add(service);
		return session.withServices(services);
	}

	/**
	 * Ends the session of that token.
	 * @return the session as it was, to exactly one of several callers; empty if there
	 * was none
	 */
	public Optional<SsoSession> end(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = tokens.keyOf(token);
		return key.isEmpty() ? Optional.empty() : end(key.get());
	}

	/**
	 * Replaces the attributes of a session that were read anew. Should two nodes do so at
	 * once, one of them does; both read the same directory.
	 * @return the session with them; empty if it has ended
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
	 * Ends a session that was found by something other than its token.
	 * @return as for {@link #end(String)}
	 */
	public Optional<SsoSession> end(SessionKey key) throws StoreUnavailableException {
		return endStored(key).flatMap(stored -> sealing.open(key, stored));
	}

	private Optional<StoredSession> endStored(SessionKey key) throws StoreUnavailableException {
		Optional<StoredSession> ended = store.end(key);
		if (ended.isPresent()) {
			// The caller notifies its services, so nothing is left to be done later.
			pending.forget(key);
		}
		return ended;
	}

	/**
	 * Has a session ended later that {@link #end(String)} could not end. Until then it is
	 * dead on this node; other nodes know nothing of it.
	 * @return false if the token is invalid, or too many wait already
	 */
	public boolean endLater(String token) {
		return tokens.keyOf(token).map(key -> endLater(key, false, Optional.empty())).orElse(false);
	}

	/**
	 * As {@link #endLater(String)}, for a session that was read before: if the session
	 * was ended and the store's answer lost, its services are notified all the same.
	 */
	public boolean endLater(SsoSession session) {
		return endLater(session.key(), false, Optional.of(session));
	}

	private boolean endLater(SessionKey key, boolean replaced, Optional<SsoSession> session) {
		// The store can no longer be asked when it ends.
		boolean waits = pending.add(key,
				new PendingTerminations.Waiting(clock.instant().plus(policy.lifetime()), replaced, session));
		if (!waits) {
			logger.error("{} sessions wait to be ended; one more will run out by itself", PendingTerminations.MAX);
		}
		return waits;
	}

	/**
	 * Tries again to end the sessions that wait for it; to be called every few seconds.
	 * @param ended receives each that has ended, so that services can be notified; not
	 * those that were replaced, as services know the successor by the same name. One that
	 * waits here and that another node has ended since is given to both, as this one
	 * cannot tell that from an end of its own whose answer was lost
	 */
	public void endPending(Consumer<SsoSession> ended) {
		pending.retry((key, waiting) -> {
			Optional<SsoSession> session = store.end(key).flatMap(stored -> sealing.open(key, stored));
			boolean waited = pending.forget(key);
			session.or(() -> waited ? waiting.session() : Optional.empty())
				.filter(one -> !waiting.replaced())
				.ifPresent(ended);
		});
	}

	/**
	 * Ends a session in whose place another has come in its browser; later, if the store
	 * cannot be reached. What the same user has signed in to with it since the successor
	 * began goes on in the successor, or a logout would miss it.
	 * @param successor as it was stored
	 */
	public void replace(SessionKey key, SsoSession successor) {
		Optional<SsoSession> ended;
		try {
			ended = end(key).filter(last -> last.principal().equals(successor.principal()));
		}
		catch (StoreUnavailableException ex) {
			logger.warn("The session before a login could not be ended, it is tried again: {}", ex.getMessage());
			endLater(key, true, Optional.empty());
			return;
		}
		for (ServiceSignOn service : ended.map(SsoSession::services).orElse(List.of())) {
			try {
				addService(successor, service);
			}
			catch (StoreUnavailableException ex) {
				logger.warn("Sign-on to {} did not go over into the session after a login, "
						+ "logout will not reach it: {}", service.service(), ex.getMessage());
			}
		}
	}

	/** How many sessions wait on this node to be ended. */
	public int pendingEnds() {
		return pending.size();
	}

	/**
	 * The live sessions that a service knows by a handle, on whatever node the user
	 * signed in. All of them, read in pages of {@link SessionStore#MAX_PAGE}.
	 * @param handle its value
	 */
	public List<SsoSession> findByHandle(ProtocolId protocol, String service, String handle)
			throws StoreUnavailableException {
		return lookUp(sealing.identifierHashes(protocol, service, handle), store::findByIdentifier,
				session -> isKnown(session, protocol, service, handle), Integer.MAX_VALUE);
	}

	/**
	 * The live sessions of a user, on whatever node they began, without those that wait
	 * on this node to be ended.
	 * @param principal the canonical name, compared exactly
	 * @param most if there are more, so many of them, whichever
	 */
	public List<SsoSession> findByPrincipal(String principal, int most) throws StoreUnavailableException {
		return lookUp(sealing.principalHashes(principal), store::findByPrincipal,
				session -> session.principal().equals(principal) && !pending.contains(session.key()), most);
	}

	/** One page of what a store finds under a hash. */
	@FunctionalInterface
	private interface LookUp {

		List<StoredSession> page(String hash, SessionKey after, int limit) throws StoreUnavailableException;

	}

	private List<SsoSession> lookUp(List<String> hashes, LookUp lookUp, Predicate<SsoSession> wanted, int most)
			throws StoreUnavailableException {
		List<SsoSession> sessions = new ArrayList<>();
		for (String hash : hashes) {
			SessionKey after = SessionKey.FIRST;
			int limit;
			List<StoredSession> page;
			do {
				limit = Math.min(SessionStore.MAX_PAGE, most - sessions.size());
				if (limit == 0) {
					return sessions;
				}
				page = lookUp.page(hash, after, limit);
				for (StoredSession stored : page) {
					after = stored.key();
					sealing.open(stored.key(), stored)
						.filter(session -> session.isLiveAt(clock.instant()))
						.filter(wanted)
						.ifPresent(sessions::add);
				}
			}
			while (page.size() == limit);
		}
		return sessions;
	}

	private static boolean isKnown(SsoSession session, ProtocolId protocol, String service, String handle) {
		return session.services()
			.stream()
			.anyMatch(known -> known.protocol().equals(protocol) && known.service().equals(service)
					&& known.handle().value().equals(handle));
	}

	/**
	 * Ends all sessions of a user. One at which the store fails is ended later, and those
	 * after it when the call is repeated.
	 * @param ended receives each as it ends, so that none is forgotten if the store fails
	 * midway
	 * @return how many were ended
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
	 * Whether a token was issued here or by another node, and not made up. Asks neither
	 * the store nor the folder of keys: a token under a key that this node has not read
	 * yet counts as made up until {@link #find} has met it.
	 * @param token as the browser sent it; anything may stand in it
	 */
	public boolean issued(String token) {
		return tokens.isIssued(token);
	}

	private static Instant earlier(Instant first, Instant second) {
		return first.isBefore(second) ? first : second;
	}

}

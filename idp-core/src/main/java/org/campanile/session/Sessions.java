package org.campanile.session;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.StoredSession.StoredService;

/**
 * The life of single sign-on sessions over a {@link SessionStore}: makes tokens, derives
 * keys, seals and opens what is stored. Thread-safe.
 * <p>
 * A token is {@code keyName.random}: the name of the sealing key under which its stored
 * name was derived, so that a session outlives the arrival of a newer key, and 256 random
 * bits. A session ends when its key leaves the ring.
 */
public final class Sessions {

	private static final Logger logger = LoggerFactory.getLogger(Sessions.class);

	private static final String SESSION = "session";

	private static final String SERVICE = "session-service";

	private static final int TOKEN_LENGTH = 8 + 1 + 43;

	private final SessionStore store;

	private final Sealer sealer;

	private final SessionPolicy policy;

	private final InstantSource clock;

	private final SecureRandom random;

	private final SessionCodec codec = new SessionCodec();

	public Sessions(SessionStore store, Sealer sealer, SessionPolicy policy, InstantSource clock, SecureRandom random) {
		this.store = store;
		this.sealer = sealer;
		this.policy = policy;
		this.clock = clock;
		this.random = random;
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
	 * Begins a session for a person who has just signed in, under a new identifier.
	 * @param previous the session the browser had; if it is the same person's, its
	 * services and the secret from which their SessionIndex derives go on in the new one
	 */
	public NewSession begin(AuthenticatedUser user, ResolvedAttributes attributes, Optional<SsoSession> previous) {
		SealingKey key = sealer.ring().newest();
		byte[] octets = new byte[32];
		random.nextBytes(octets);
		String token = key.name() + '.' + Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
		Optional<SsoSession> continued = previous.filter(session -> session.principal().equals(user.principal()));
		// Stores keep times to the microsecond or millisecond, and the seal covers the
		// end.
		Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
		SsoSession session = new SsoSession(keyOf(key, token), user.principal(), user.loginName(),
				user.authnInstant().truncatedTo(ChronoUnit.MILLIS), user.authnContextClass(), attributes, now,
				continued.map(SsoSession::secret).orElseGet(this::newSecret), now, now.plus(policy.lifetime()),
				earlier(now.plus(policy.idleTimeout()), now.plus(policy.lifetime())),
				continued.map(SsoSession::services).orElse(List.of()));
		return new NewSession(token, session);
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
		byte[] state = codec.write(new SessionCodec.State(session.principal(), session.loginName(),
				session.authnInstant().toEpochMilli(), session.authnContextClass(),
				SessionCodec.values(session.attributes()), session.attributesAt().toEpochMilli(), session.secret()));
		byte[] sealed = seal(SESSION, context(session.key(), session.expiresAt()), state);
		List<StoredService> services = new ArrayList<>();
		for (ServiceSignOn service : session.services()) {
			services.add(stored(session, service));
		}
		StoredSession stored = new StoredSession(session.key(), principalHash(session.principal()), session.createdAt(),
				session.expiresAt(), session.idleExpiresAt(), sealed, services);
		if (!store.create(stored)) {
			// 256 random bits came twice: the random source is broken, and going on would
			// hand out another's session.
			throw new StoreUnavailableException("a new session's identifier was already taken");
		}
	}

	/**
	 * The live session of that token; its use is noted.
	 * @param token as the browser sent it; anything may stand in it
	 * @return empty if the token is none of ours, or the session has ended, or its stored
	 * form was tampered with
	 */
	public Optional<SsoSession> find(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = keyOf(token);
		if (key.isEmpty()) {
			return Optional.empty();
		}
		// The seal covers the absolute end, so no store, and nobody in it, can move that.
		Optional<SsoSession> session = store.find(key.get())
			.flatMap(stored -> open(key.get(), stored))
			.filter(found -> found.isLiveAt(clock.instant()));
		if (session.isPresent()) {
			touch(session.get());
		}
		return session;
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
	 * Notes that the session signed in to a service; nothing is written if it had before.
	 * @return the session with the service in it; empty if the session has ended
	 * meanwhile
	 */
	public Optional<SsoSession> addService(SsoSession session, ServiceSignOn service) throws StoreUnavailableException {
		if (session.service(service.entityId()).isPresent()) {
			return Optional.of(session);
		}
		if (!store.addService(session.key(), stored(session, service))) {
			return Optional.empty();
		}
		return Optional.of(withService(session, service));
	}

	/** The same session, not stored, with one more service. */
	public static SsoSession withService(SsoSession session, ServiceSignOn service) {
		if (session.service(service.entityId()).isPresent()) {
			return session;
		}
		List<ServiceSignOn> services = new ArrayList<>(session.services());
		services.add(service);
		return new SsoSession(session.key(), session.principal(), session.loginName(), session.authnInstant(),
				session.authnContextClass(), session.attributes(), session.attributesAt(), session.secret(),
				session.createdAt(), session.expiresAt(), session.idleExpiresAt(), services);
	}

	/**
	 * Ends the session of that token.
	 * @return the session as it was, to exactly one of several callers; empty if there
	 * was none
	 */
	public Optional<SsoSession> end(String token) throws StoreUnavailableException {
		Optional<SessionKey> key = keyOf(token);
		return key.isEmpty() ? Optional.empty() : store.end(key.get()).flatMap(stored -> open(key.get(), stored));
	}

	/**
	 * Opens what the store gave for a key. The context is made from the key that was
	 * asked for: another session's record in its place does not open.
	 */
	private Optional<SsoSession> open(SessionKey key, StoredSession stored) {
		Optional<byte[]> plain = sealer.open(SESSION, context(key, stored.expiresAt()), stored.state());
		if (plain.isEmpty()) {
			logger
				.warn("A stored session could not be opened: it was altered, or its sealing key was removed; ignored");
			return Optional.empty();
		}
		return codec.read(plain.get(), SessionCodec.State.class)
			.map(state -> new SsoSession(key, state.p(), state.loginName(), Instant.ofEpochMilli(state.t()), state.c(),
					SessionCodec.attributes(state.a()), Instant.ofEpochMilli(state.r()), state.s(), stored.createdAt(),
					stored.expiresAt(), stored.idleExpiresAt(), services(key, stored)));
	}

	private List<ServiceSignOn> services(SessionKey key, StoredSession stored) {
		List<ServiceSignOn> services = new ArrayList<>();
		for (StoredService service : stored.services()) {
			Optional<byte[]> plain = sealer.open(SERVICE, key.value() + service.serviceHash(), service.state());
			if (plain.isEmpty()) {
				logger.warn("A service of a stored session could not be opened: it was altered, "
						+ "or its sealing key was removed; logout will not reach it");
			}
			plain.flatMap(octets -> codec.read(octets, SessionCodec.Service.class))
				.map(form -> new ServiceSignOn(form.e(), form.n(), form.f(), Instant.ofEpochMilli(form.t())))
				.ifPresent(services::add);
		}
		return services;
	}

	private StoredService stored(SsoSession session, ServiceSignOn service) throws StoreUnavailableException {
		String hash = HexFormat.of()
			.formatHex(sealer.mac(sealer.ring().newest(), SERVICE, session.key().value() + service.entityId()));
		byte[] state = codec.write(new SessionCodec.Service(service.entityId(), service.nameId(),
				service.nameIdFormat(), service.at().toEpochMilli()));
		return new StoredService(hash, seal(SERVICE, session.key().value() + hash, state));
	}

	private byte[] seal(String purpose, String context, byte[] state) throws StoreUnavailableException {
		byte[] sealed = sealer.seal(purpose, context, state);
		if (sealed.length > SessionStore.MAX_STATE) {
			throw new StoreUnavailableException("a " + purpose + " of " + sealed.length + " octets is larger than the "
					+ SessionStore.MAX_STATE + " a store takes; resolve fewer or smaller attributes, photos above all");
		}
		return sealed;
	}

	private String principalHash(String principal) {
		return HexFormat.of().formatHex(sealer.mac(sealer.ring().newest(), "session-principal", principal));
	}

	private Optional<SessionKey> keyOf(String token) {
		if (token.length() != TOKEN_LENGTH || token.charAt(8) != '.') {
			return Optional.empty();
		}
		return sealer.ring().byName(token.substring(0, 8)).map(key -> keyOf(key, token));
	}

	private SessionKey keyOf(SealingKey key, String token) {
		return SessionKey.of(sealer.mac(key, "session-key", token));
	}

	private static String context(SessionKey key, Instant expiresAt) {
		return key.value() + '/' + expiresAt.toEpochMilli();
	}

	private static Instant earlier(Instant first, Instant second) {
		return first.isBefore(second) ? first : second;
	}

}

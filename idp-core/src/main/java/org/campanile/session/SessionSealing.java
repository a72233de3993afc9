package org.campanile.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.campanile.attribute.AttributeValue;
import org.campanile.protocol.ProtocolId;
import org.campanile.seal.Macs;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts between sessions and their stored form: seals, opens, and derives the hashes
 * for look-ups. Thread-safe.
 */
final class SessionSealing {

	private static final Logger logger = LoggerFactory.getLogger(SessionSealing.class);

	private static final String SESSION = "session";

	private static final String SERVICE = "session-service";

	/**
	 * The length of a hash, in hexadecimal digits. 128 bits suffice, as the hashes are
	 * only for look-ups; what is found is authenticated by its seal.
	 */
	private static final int HASH_LENGTH = 32;

	private final Sealer sealer;

	private final SessionCodec codec = new SessionCodec();

	SessionSealing(Sealer sealer) {
		this.sealer = sealer;
	}

	/**
	 * @throws StoreUnavailableException if it is larger than a store accepts
	 */
	StoredSession seal(SsoSession session) throws StoreUnavailableException {
		// A service that was recorded under two keys has one hash now.
		Map<String, StoredService> services = new LinkedHashMap<>();
		for (ServiceSignOn service : session.services()) {
			StoredService sealed = seal(session.key(), service);
			services.putIfAbsent(sealed.serviceHash(), sealed);
		}
		return new StoredSession(session.key(), principalHash(sealer.ring().newest(), session.principal()),
				session.version(), session.createdAt(), session.expiresAt(), session.idleExpiresAt(),
				sealState(session), List.copyOf(services.values()));
	}

	/**
	 * @throws StoreUnavailableException if it is larger than a store accepts
	 */
	byte[] sealState(SsoSession session) throws StoreUnavailableException {
		byte[] state = codec.write(SessionCodec.State.of(session));
		return seal(SESSION, context(session.key(), session.expiresAt()), state);
	}

	/**
	 * @throws StoreUnavailableException if it is larger than a store accepts
	 */
	StoredService seal(SessionKey session, ServiceSignOn service) throws StoreUnavailableException {
		SealingKey key = sealer.ring().newest();
		String hash = serviceHash(key, session, service);
		byte[] state = codec.write(SessionCodec.Service.of(service));
		return new StoredService(hash,
				identifierHash(key, service.protocol(), service.service(), service.handle().value()),
				seal(SERVICE, session.value() + hash, state));
	}

	private byte[] seal(String purpose, String context, byte[] state) throws StoreUnavailableException {
		byte[] sealed = sealer.seal(purpose, context, state);
		if (sealed.length > SessionStore.MAX_STATE) {
			throw new StoreUnavailableException(
					"a " + purpose + " of " + sealed.length + " bytes is larger than the " + SessionStore.MAX_STATE
							+ " a store accepts; resolve fewer or smaller attributes, especially " + "photos");
		}
		return sealed;
	}

	/**
	 * Opens the record that the store returned for a key. The requested key is part of
	 * the context, so another session's record does not open. Nor does that of a session
	 * that began under a removed sealing key, even if a newer one has sealed its state
	 * since: its hash of the user is still that of the removed key.
	 */
	Optional<SsoSession> open(SessionKey key, StoredSession stored) {
		Optional<byte[]> plain = sealer.open(SESSION, context(key, stored.expiresAt()), stored.state());
		Optional<SessionCodec.State> read = plain.flatMap(bytes -> codec.read(bytes, SessionCodec.State.class));
		if (plain.isEmpty() || read.filter(state -> !isOfRing(stored.principalHash(), state.p())).isPresent()) {
			logger
				.warn("A stored session could not be opened: it was altered, or its sealing key was removed; ignored");
			return Optional.empty();
		}
		StoredServices services = new StoredServices(hashes(stored), service -> serviceHashes(key, service),
				() -> services(key, stored));
		return read.map(state -> new SsoSession(key, state.p(), state.loginName(), state.factors(),
				AttributeValue.Form.toAttributes(state.a()), Instant.ofEpochMilli(state.r()), state.s(),
				stored.version(), stored.createdAt(), stored.expiresAt(), stored.idleExpiresAt(), services,
				Boolean.TRUE.equals(state.h()), state.origin()));
	}

	private boolean isOfRing(String principalHash, String principal) {
		return sealer.ring().keys().stream().anyMatch(key -> principalHash.equals(principalHash(key, principal)));
	}

	private static Set<String> hashes(StoredSession stored) {
		return stored.services().stream().map(StoredService::serviceHash).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Returns one hash for each key of the ring, under which an earlier node may have
	 * stored the service.
	 */
	private Stream<String> serviceHashes(SessionKey session, ServiceSignOn service) {
		return sealer.ring().keys().stream().map(key -> serviceHash(key, session, service));
	}

	private String serviceHash(SealingKey key, SessionKey session, ServiceSignOn service) {
		return hash(key, SERVICE, Macs.delimited(session.value(), named(service.protocol(), service.service()),
				service.handle().kind(), service.handle().value()));
	}

	private List<ServiceSignOn> services(SessionKey key, StoredSession stored) {
		List<ServiceSignOn> services = new ArrayList<>();
		for (StoredService service : stored.services()) {
			Optional<byte[]> plain = sealer.open(SERVICE, key.value() + service.serviceHash(), service.state());
			if (plain.isEmpty()) {
				logger.warn("A service of a stored session could not be opened: it was altered, "
						+ "or its sealing key was removed; logout will not reach it");
			}
			plain.flatMap(bytes -> codec.read(bytes, SessionCodec.Service.class))
				.map(SessionCodec.Service::toSignOn)
				.ifPresent(services::add);
		}
		return services;
	}

	/** The hashes of a user's sessions, one for each key of the ring. */
	List<String> principalHashes(String principal) {
		return sealer.ring().keys().stream().map(key -> principalHash(key, principal)).toList();
	}

	/** The hashes of a handle at a service, one for each key of the ring. */
	List<String> identifierHashes(ProtocolId protocol, String service, String handle) {
		return sealer.ring().keys().stream().map(key -> identifierHash(key, protocol, service, handle)).toList();
	}

	private String principalHash(SealingKey key, String principal) {
		return hash(key, "session-principal", principal);
	}

	private String identifierHash(SealingKey key, ProtocolId protocol, String service, String handle) {
		return hash(key, "session-identifier", Macs.delimited(named(protocol, service), handle));
	}

	/**
	 * Returns the name under which a service is hashed; only its id for the one protocol
	 * of earlier versions.
	 */
	private static String named(ProtocolId protocol, String service) {
		return protocol.qualify(service, '\n');
	}

	private String hash(SealingKey key, String purpose, String text) {
		return HexFormat.of().formatHex(sealer.mac(key, purpose, text), 0, HASH_LENGTH / 2);
	}

	private static String context(SessionKey key, Instant expiresAt) {
		return key.value() + '/' + expiresAt.toEpochMilli();
	}

}

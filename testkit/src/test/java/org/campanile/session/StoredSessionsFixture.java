package org.campanile.session;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.session.Sessions.NewSession;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.store.StoreUnavailableException;
import org.campanile.testkit.MutableClock;
import org.campanile.testkit.session.CountingSessionStore;
import org.campanile.testkit.session.HeapSessionStore;
import org.campanile.testkit.session.SessionFixtures;

import static org.campanile.testkit.session.SessionFixtures.sealer;
import static org.campanile.testkit.session.SessionFixtures.user;

/** Sessions in a store whose records a test can read and alter. */
abstract class StoredSessionsFixture {

	static final Instant START = Instant.parse("2026-03-29T00:59:58.123Z");

	final MutableClock clock = new MutableClock(START);

	final Map<SessionKey, StoredSession> backend = new HashMap<>();

	final CountingSessionStore store = new CountingSessionStore(new HeapSessionStore(clock, backend));

	final Sessions sessions = sessions(1);

	Sessions sessions(int... keys) {
		return SessionFixtures.sessions(store, sealer(keys), clock);
	}

	NewSession begin(String principal) {
		return sessions.begin(user(principal, clock.instant()), attributes(), Optional.empty());
	}

	NewSession create(String principal) throws StoreUnavailableException {
		NewSession begun = begin(principal);
		sessions.store(begun.session());
		return begun;
	}

	StoredSession stored(NewSession begun) {
		return Optional.ofNullable(backend.get(begun.session().key())).orElseThrow();
	}

	static StoredSession with(StoredSession stored, Instant expiresAt, byte[] state, List<StoredService> services) {
		return new StoredSession(stored.key(), stored.principalHash(), stored.version(), stored.createdAt(), expiresAt,
				stored.idleExpiresAt(), state, services);
	}

	static ServiceSignOn service(String entityId) {
		return new ServiceSignOn(ProtocolId.UNNAMED, entityId, new Handle("name at " + entityId, "urn:format"), START);
	}

	static ResolvedAttributes attributes() {
		return new ResolvedAttributes(Map.of("mail", List.of(new AttributeValue.Text("planted@example.edu")),
				"affiliation", List.of(new AttributeValue.Scoped("staff", "example.edu"))));
	}

}

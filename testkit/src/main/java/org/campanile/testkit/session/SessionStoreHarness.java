package org.campanile.testkit.session;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.campanile.session.SessionKey;
import org.campanile.session.SessionStore;
import org.campanile.session.StoredSession.StoredService;
import org.campanile.session.StoredSession;
import org.campanile.testkit.store.StoreHarness;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The hooks for a backend's test class, and the fixtures of all contract tests. See
 * {@link SessionStoreContract}.
 */
public abstract class SessionStoreHarness extends StoreHarness<SessionStore> {

	static final Duration IDLE = Duration.ofMinutes(30);

	static final Duration LIFETIME = Duration.ofHours(10);

	static final Duration INSTANT = Duration.ofMillis(1);

	/** Makes touches visible if a backend delays them. */
	protected void settle(SessionStore store) throws Exception {
	}

	/** A session that is idle at {@code IDLE} from now and ends at {@code LIFETIME}. */
	StoredSession session(String name, byte[] state, StoredService... services) {
		return withServices(keyed(key(name), state), List.of(services));
	}

	StoredSession session(String name) {
		return session(name, bytes("state of " + name));
	}

	StoredSession keyed(SessionKey key, byte[] state) {
		Instant now = clock.instant();
		return new StoredSession(key, hash("person"), 1, now, now.plus(LIFETIME), now.plus(IDLE), state, List.of());
	}

	/** A session of the given user. */
	StoredSession sessionOf(String person, String name, StoredService... services) {
		StoredSession session = session(name);
		return new StoredSession(session.key(), hash(person), 1, session.createdAt(), session.expiresAt(),
				session.idleExpiresAt(), session.state(), List.of(services));
	}

	/** A session whose idle limit and lifetime coincide. */
	StoredSession until(String name, Instant end) {
		return new StoredSession(key(name), hash("person"), 1, START, end, end, bytes("state"), List.of());
	}

	static StoredSession idleUntil(StoredSession session, Instant end) {
		return new StoredSession(session.key(), session.principalHash(), session.version(), session.createdAt(),
				session.expiresAt(), end, session.state(), session.services());
	}

	static StoredSession withState(StoredSession session, long version, byte[] state) {
		return new StoredSession(session.key(), session.principalHash(), version, session.createdAt(),
				session.expiresAt(), session.idleExpiresAt(), state, session.services());
	}

	static StoredSession withServices(StoredSession session, List<StoredService> services) {
		return new StoredSession(session.key(), session.principalHash(), session.version(), session.createdAt(),
				session.expiresAt(), session.idleExpiresAt(), session.state(), services);
	}

	static StoredService service(String name) {
		return new StoredService(hash(name), hash("identifier at " + name), bytes("sign-on at " + name));
	}

	static SessionKey key(String name) {
		return new SessionKey(digest(name));
	}

	static String hash(String name) {
		return digest(name).substring(0, 32);
	}

	static String text(Optional<StoredSession> session) {
		return new String(session.orElseThrow().state(), StandardCharsets.UTF_8);
	}

	/** Asserts that sessions are equal byte by byte, with services in any order. */
	static void assertSame(Optional<StoredSession> actual, StoredSession expected) {
		assertThat(actual).isPresent();
		assertThat(ordered(actual.get())).usingRecursiveComparison().isEqualTo(ordered(expected));
	}

	private static StoredSession ordered(StoredSession session) {
		return withServices(session,
				session.services().stream().sorted(Comparator.comparing(StoredService::serviceHash)).toList());
	}

}

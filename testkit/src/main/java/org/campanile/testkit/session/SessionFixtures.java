package org.campanile.testkit.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.campanile.attribute.AttributeValue;
import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.AuthenticatedUser;
import org.campanile.authn.Factor;
import org.campanile.authn.FactorKind;
import org.campanile.directory.DirectoryEntry;
import org.campanile.seal.KeyRing;
import org.campanile.seal.Sealer;
import org.campanile.seal.SealingKey;
import org.campanile.session.SessionKey;
import org.campanile.session.SessionOrigin;
import org.campanile.session.SessionPolicy;
import org.campanile.session.SessionStore;
import org.campanile.session.Sessions;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/** Users and sessions for tests. */
public final class SessionFixtures {

	/**
	 * A policy with 30 minutes idle timeout and 10 hours lifetime, and attributes valid
	 * for an hour; untracked sign-ons are allowed, and sessions that are not stored are
	 * not.
	 */
	public static final SessionPolicy POLICY = new SessionPolicy(Duration.ofMinutes(30), Duration.ofHours(10),
			Duration.ofHours(1), false, false);

	public static final String CLASS = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";

	private static final SecureRandom RANDOM = new SecureRandom();

	private SessionFixtures() {
	}

	/** Returns a sealer with keys whose bytes are each the given number. */
	public static Sealer sealer(int... fills) {
		return new Sealer(new KeyRing(Arrays.stream(fills).mapToObj(fill -> {
			byte[] bytes = new byte[SealingKey.LENGTH];
			Arrays.fill(bytes, (byte) fill);
			return new SealingKey(bytes);
		}).toList()), RANDOM);
	}

	public static Sessions sessions(SessionStore store, Sealer sealer, InstantSource clock) {
		return new Sessions(store, sealer, POLICY, clock, RANDOM, () -> SessionOrigin.UNKNOWN);
	}

	/** Finds the session of a cookie's value, as a request does. */
	public static Optional<SsoSession> findByToken(Sessions sessions, String token) throws StoreUnavailableException {
		Optional<SessionKey> key = sessions.keyOf(token);
		return key.isEmpty() ? Optional.empty() : sessions.find(key.get());
	}

	/** Terminates the session of a cookie's value. */
	public static Optional<SsoSession> endByToken(Sessions sessions, String token) throws StoreUnavailableException {
		Optional<SessionKey> key = sessions.keyOf(token);
		return key.isEmpty() ? Optional.empty() : sessions.end(key.get());
	}

	public static AuthenticatedUser user(String principal, Instant at) {
		return new AuthenticatedUser(principal, principal,
				Optional.of(new DirectoryEntry("uid=" + principal + ",ou=people,dc=example,dc=edu", Map.of())),
				List.of(new Factor(FactorKind.PASSWORD, at)), Optional.empty());
	}

	public static ResolvedAttributes mail(String address) {
		return new ResolvedAttributes(Map.of("mail", List.of(new AttributeValue.Text(address))));
	}

}

package org.campanile.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.authn.Factor;
import org.campanile.seal.Macs;

/**
 * A single sign-on session. Immutable.
 *
 * @param key the key it is stored under, derived from the cookie's token, which cannot be
 * computed from it
 * @param principal the user's canonical name
 * @param loginName the username as typed, which need not be the canonical name
 * @param factors the proven factors, in order; at least one
 * @param attributes the user's attributes as of {@code attributesAt}
 * @param attributesAt when they were resolved
 * @param secret 32 bytes unique to this session and those that continue it; SessionIndex
 * and transient identifiers are derived from them, and the {@link #reference}
 * @param version 1 plus the number of times its attributes were replaced in the store
 * @param createdAt when it began
 * @param expiresAt its absolute expiry
 * @param idleExpiresAt its expiry if it is not used
 * @param sharedComputer whether the user said that the computer is a shared one
 * @param origin the origin of the session
 */
public record SsoSession(SessionKey key, String principal, String loginName, List<Factor> factors,
		ResolvedAttributes attributes, Instant attributesAt, byte[] secret, long version, Instant createdAt,
		Instant expiresAt, Instant idleExpiresAt, List<ServiceSignOn> services, boolean sharedComputer,
		SessionOrigin origin) {

	public SsoSession {
		factors = List.copyOf(factors);
		services = services instanceof StoredServices ? services : List.copyOf(services);
		if (factors.isEmpty()) {
			throw new IllegalArgumentException("a session rests on at least one factor");
		}
	}

	/** Creates a session that is not at a shared computer and has an unknown origin. */
	public SsoSession(SessionKey key, String principal, String loginName, List<Factor> factors,
			ResolvedAttributes attributes, Instant attributesAt, byte[] secret, long version, Instant createdAt,
			Instant expiresAt, Instant idleExpiresAt, List<ServiceSignOn> services) {
		this(key, principal, loginName, factors, attributes, attributesAt, secret, version, createdAt, expiresAt,
				idleExpiresAt, services, false, SessionOrigin.UNKNOWN);
	}

	/**
	 * Whether the session already contains a sign-on to that service with that handle.
	 */
	public boolean has(ServiceSignOn signOn) {
		return services instanceof StoredServices stored ? stored.has(signOn)
				: services.stream().anyMatch(signOn::isSameAs);
	}

	/**
	 * Returns the name of the session in logs, 16 hexadecimal digits: the same for the
	 * session that continues it after a further login. Neither the cookie nor a name of
	 * the session at a service can be computed from it.
	 */
	public String reference() {
		return HexFormat.of().formatHex(Macs.hmacSha256(secret, "reference"), 0, 8);
	}

	/** Returns the number of stored sign-ons to services. */
	public int signOns() {
		return services instanceof StoredServices stored ? stored.count() : services.size();
	}

	/** Returns the time at which the oldest of the session's factors was proven. */
	public Instant authnInstant() {
		return factors.stream().map(Factor::at).min(Comparator.naturalOrder()).orElseThrow();
	}

	/** Returns the same session with one more sign-on; nothing is stored. */
	SsoSession with(ServiceSignOn service) {
		List<ServiceSignOn> more;
		if (services instanceof StoredServices stored) {
			more = stored.with(service);
		}
		else {
			more = new ArrayList<>(services);
			more.add(service);
		}
		return new SsoSession(key, principal, loginName, factors, attributes, attributesAt, secret, version, createdAt,
				expiresAt, idleExpiresAt, more, sharedComputer, origin);
	}

	/** Returns the same session without these of its sign-ons; nothing is stored. */
	SsoSession without(Predicate<ServiceSignOn> left) {
		return new SsoSession(key, principal, loginName, factors, attributes, attributesAt, secret, version, createdAt,
				expiresAt, idleExpiresAt, services.stream().filter(Predicate.not(left)).toList(), sharedComputer,
				origin);
	}

	/** Returns the same session, in which only these of its factors count. */
	public SsoSession counting(List<Factor> others) {
		return new SsoSession(key, principal, loginName, others, attributes, attributesAt, secret, version, createdAt,
				expiresAt, idleExpiresAt, services, sharedComputer, origin);
	}

	/** Returns the same session with other attributes; nothing is stored. */
	public SsoSession withAttributes(ResolvedAttributes others, Instant at) {
		return new SsoSession(key, principal, loginName, factors, others, at, secret, version, createdAt, expiresAt,
				idleExpiresAt, services, sharedComputer, origin);
	}

	/** Returns the same session with that setting; nothing is stored. */
	public SsoSession withSharedComputer(boolean shared) {
		return new SsoSession(key, principal, loginName, factors, attributes, attributesAt, secret, version, createdAt,
				expiresAt, idleExpiresAt, services, shared, origin);
	}

	/**
	 * Returns the same session, which ends no later than the other; nothing is stored.
	 */
	public SsoSession endingWith(SsoSession other) {
		Instant end = other.expiresAt;
		return new SsoSession(key, principal, loginName, factors, attributes, attributesAt, secret, version, createdAt,
				expiresAt.isBefore(end) ? expiresAt : end, idleExpiresAt.isBefore(end) ? idleExpiresAt : end, services,
				sharedComputer, origin);
	}

	SsoSession withVersion(long other) {
		return new SsoSession(key, principal, loginName, factors, attributes, attributesAt, secret, other, createdAt,
				expiresAt, idleExpiresAt, services, sharedComputer, origin);
	}

	/**
	 * Whether the session can still be used at the given time; false at the time of
	 * expiry itself.
	 */
	public boolean isLiveAt(Instant now) {
		return now.isBefore(expiresAt) && now.isBefore(idleExpiresAt);
	}

}

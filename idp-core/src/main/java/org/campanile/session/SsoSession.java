package org.campanile.session;

import java.time.Instant;
import java.util.List;

import org.campanile.attribute.ResolvedAttributes;

/**
 * A single sign-on session. Immutable.
 *
 * @param key the name it is stored under, derived from the cookie's token and useless to
 * whoever reads the store
 * @param principal the person's canonical name
 * @param loginName what the person typed as username, which need not be the canonical
 * name
 * @param authnInstant when the person last gave a password
 * @param authnContextClass how the person was authenticated
 * @param attributes the person's attributes as of {@code attributesAt}
 * @param attributesAt when they were resolved
 * @param secret 32 bytes known to this session alone; SessionIndex and transient
 * identifiers are derived from them
 * @param version how often its attributes were replaced in the store, and one
 * @param createdAt when it began
 * @param expiresAt its absolute end
 * @param idleExpiresAt its end unless it is used
 * @param services the services it has signed in to
 */
public record SsoSession(SessionKey key, String principal, String loginName, Instant authnInstant,
		String authnContextClass, ResolvedAttributes attributes, Instant attributesAt, byte[] secret, long version,
		Instant createdAt, Instant expiresAt, Instant idleExpiresAt, List<ServiceSignOn> services) {

	public SsoSession {
		services = List.copyOf(services);
	}

	/** Whether it signed in to that service by that handle before. */
	public boolean has(ServiceSignOn signOn) {
		return services.stream().anyMatch(signOn::isSameAs);
	}

	SsoSession withServices(List<ServiceSignOn> others) {
		return new SsoSession(key, principal, loginName, authnInstant, authnContextClass, attributes, attributesAt,
				secret, version, createdAt, expiresAt, idleExpiresAt, others);
	}

	/** The same session, not stored, with other attributes. */
	public SsoSession withAttributes(ResolvedAttributes others, Instant at) {
		return new SsoSession(key, principal, loginName, authnInstant, authnContextClass, others, at, secret, version,
				createdAt, expiresAt, idleExpiresAt, services);
	}

	SsoSession withVersion(long other) {
		return new SsoSession(key, principal, loginName, authnInstant, authnContextClass, attributes, attributesAt,
				secret, other, createdAt, expiresAt, idleExpiresAt, services);
	}

	/**
	 * Whether the session can still be used at the given time; the end itself is outside.
	 */
	public boolean isLiveAt(Instant now) {
		return now.isBefore(expiresAt) && now.isBefore(idleExpiresAt);
	}

}

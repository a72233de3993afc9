package org.campanile.session;

import java.time.Instant;
import java.util.List;

/**
 * A session as a store holds it: nothing in it can be read without the key ring. Nobody
 * modifies its arrays.
 *
 * @param key its name
 * @param principalHash the key under which all sessions of the person are found, 64
 * hexadecimal digits
 * @param createdAt when it began
 * @param expiresAt its absolute end
 * @param idleExpiresAt its end unless touched; never after {@code expiresAt}
 * @param state the sealed session, at most {@link SessionStore#MAX_STATE} octets; its
 * seal covers key and absolute end
 * @param services the services it signed in to
 */
public record StoredSession(SessionKey key, String principalHash, Instant createdAt, Instant expiresAt,
		Instant idleExpiresAt, byte[] state, List<StoredService> services) {

	public StoredSession {
		services = List.copyOf(services);
	}

	/**
	 * One service of a stored session.
	 *
	 * @param serviceHash names the service within the session, 64 hexadecimal digits
	 * @param state the sealed {@link ServiceSignOn}, at most
	 * {@link SessionStore#MAX_STATE} octets
	 */
	public record StoredService(String serviceHash, byte[] state) {
	}

}

package org.campanile.session;

import java.time.Instant;
import java.util.List;

/**
 * A session as a store holds it: nothing in it can be read without the key ring. Its
 * arrays must not be modified.
 *
 * @param key its name
 * @param principalHash the key under which all sessions of the user are found, 32
 * hexadecimal digits in lower case
 * @param version 1 when created, one more with each
 * {@linkplain SessionStore#update(SessionKey, long, byte[]) update}; touches and added
 * services leave it as it is
 * @param createdAt when it began, to the millisecond
 * @param expiresAt its absolute end, to the millisecond
 * @param idleExpiresAt its end unless touched, to the millisecond; never after
 * {@code expiresAt}
 * @param state the sealed session, at most {@link SessionStore#MAX_STATE} bytes; its seal
 * covers key and absolute end
 * @param services the services it signed in to, in any order
 */
public record StoredSession(SessionKey key, String principalHash, long version, Instant createdAt, Instant expiresAt,
		Instant idleExpiresAt, byte[] state, List<StoredService> services) {

	public StoredSession {
		services = List.copyOf(services);
	}

	/**
	 * One service of a stored session.
	 *
	 * @param serviceHash names the service within the session, 32 hexadecimal digits in
	 * lower case
	 * @param identifierHash the key under which every session is found that gave this
	 * identifier to this service, 32 hexadecimal digits in lower case
	 * @param state the sealed {@link ServiceSignOn}, at most
	 * {@link SessionStore#MAX_STATE} bytes
	 */
	public record StoredService(String serviceHash, String identifierHash, byte[] state) {
	}

}

package org.campanile.session;

import java.time.Instant;
import java.util.List;

/**
 * The stored form of a session, which cannot be read without the key ring. Its arrays
 * must not be modified.
 *
 * @param principalHash the key under which all sessions of the user are found, 32
 * hexadecimal digits in lower case
 * @param version 1 when created, incremented with each
 * {@linkplain SessionStore#update(SessionKey, long, byte[]) update}; touches and added
 * services do not change it
 * @param createdAt when it began, to the millisecond
 * @param expiresAt its absolute expiry, to the millisecond
 * @param idleExpiresAt its expiry if it is not touched, to the millisecond; never after
 * {@code expiresAt}
 * @param state the sealed session, at most {@link SessionStore#MAX_STATE} bytes; its seal
 * covers key and absolute expiry
 * @param services the services it signed in to, in any order, each hash once
 */
public record StoredSession(SessionKey key, String principalHash, long version, Instant createdAt, Instant expiresAt,
		Instant idleExpiresAt, byte[] state, List<StoredService> services) {

	public StoredSession {
		services = List.copyOf(services);
	}

	/**
	 * A service of a stored session.
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

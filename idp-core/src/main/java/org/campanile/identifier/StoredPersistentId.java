package org.campanile.identifier;

import java.time.Instant;

/**
 * A persistent identifier as a store holds it. Hashes are 64 hexadecimal digits in lower
 * case. Its array must not be modified.
 *
 * @param principalHash stands for the user
 * @param serviceHash stands for the service
 * @param valueHash stands for the identifier's value, within the service
 * @param createdAt when it was first given, to the millisecond
 * @param state person, service and value, sealed; at most
 * {@link PersistentIdStore#MAX_STATE} bytes
 */
public record StoredPersistentId(String principalHash, String serviceHash, String valueHash, Instant createdAt,
		byte[] state) {
}

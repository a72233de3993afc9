package org.campanile.identifier;

import java.time.Instant;

/**
 * The stored form of a persistent identifier. Hashes are 64 hexadecimal digits in lower
 * case. Its array must not be modified.
 *
 * @param valueHash the hash of the identifier's value, within the service
 * @param createdAt when it was first issued, to the millisecond
 * @param state person, service and value, sealed; at most
 * {@link PersistentIdStore#MAX_STATE} bytes
 */
public record StoredPersistentId(String principalHash, String serviceHash, String valueHash, Instant createdAt,
		byte[] state) {
}

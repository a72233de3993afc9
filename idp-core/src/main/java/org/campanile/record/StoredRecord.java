package org.campanile.record;

import java.time.Instant;

/**
 * A record as a store keeps it.
 *
 * @param kind separates uses, such as {@code cas-pgt}; at most 40 letters, digits and
 * hyphens
 * @param key 64 hexadecimal digits in lower case, a keyed hash
 * @param owner 64 hexadecimal digits likewise, a keyed hash of the owner
 * @param version 1, plus the number of changes
 * @param expiresAt when it ceases to exist; to the millisecond
 * @param state sealed; never modified
 */
public record StoredRecord(String kind, String key, String owner, long version, Instant expiresAt, byte[] state) {
}

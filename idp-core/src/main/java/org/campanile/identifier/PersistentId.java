package org.campanile.identifier;

import java.time.Instant;

/**
 * A stored persistent identifier.
 *
 * @param person the user's value from which identifiers are computed, which need not be
 * the canonical name
 * @param principal the user's canonical name when it was first issued
 * @param service the service it was issued to
 * @param value the identifier, unique at the service
 * @param createdAt when it was first issued
 */
public record PersistentId(String person, String principal, String service, String value, Instant createdAt) {
}

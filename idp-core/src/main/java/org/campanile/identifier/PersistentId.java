package org.campanile.identifier;

import java.time.Instant;

/**
 * A persistent identifier that is stored.
 *
 * @param person the user's value from which identifiers are computed, which need not be
 * the canonical name
 * @param principal the user's canonical name when it was first given
 * @param service the service it was given to
 * @param value the identifier, unique at the service
 * @param createdAt when it was first given
 */
public record PersistentId(String person, String principal, String service, String value, Instant createdAt) {
}

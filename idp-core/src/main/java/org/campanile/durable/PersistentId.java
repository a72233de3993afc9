package org.campanile.durable;

import java.time.Instant;

/**
 * A persistent identifier that is stored.
 *
 * @param person the value of the person that identifiers are made from, which need not be
 * the canonical name
 * @param principal the person's canonical name when it was first given
 * @param entityId the service it was given to
 * @param value the identifier, unique at the service
 * @param createdAt when it was first given
 */
public record PersistentId(String person, String principal, String entityId, String value, Instant createdAt) {
}

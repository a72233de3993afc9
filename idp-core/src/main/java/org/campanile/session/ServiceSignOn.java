package org.campanile.session;

import java.time.Instant;

/**
 * A service that a session has signed in to.
 *
 * @param entityId the service
 * @param nameId the name identifier's value it was given
 * @param nameIdFormat that identifier's format
 * @param at when it first signed in
 */
public record ServiceSignOn(String entityId, String nameId, String nameIdFormat, Instant at) {
}

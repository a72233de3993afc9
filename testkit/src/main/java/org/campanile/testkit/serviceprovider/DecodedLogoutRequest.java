package org.campanile.testkit.serviceprovider;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A LogoutRequest of the identity provider that passed every check.
 *
 * @param id its ID, which the response refers to
 * @param subject whose sessions are to be terminated
 * @param notOnOrAfter when it expires; null if absent
 * @param relayState to be returned; null for none
 * @param xml the request as received
 */
public record DecodedLogoutRequest(String id, LogoutSubject subject, @Nullable Instant notOnOrAfter,
		@Nullable String relayState, String xml) {
}

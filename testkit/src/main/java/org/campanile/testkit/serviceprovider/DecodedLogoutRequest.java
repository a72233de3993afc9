package org.campanile.testkit.serviceprovider;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A LogoutRequest of the identity provider that passed every check.
 *
 * @param id its ID, which the answer names
 * @param subject whose sessions are to end
 * @param notOnOrAfter until when it holds; null if it does not say
 * @param relayState to be returned; null for none
 * @param xml the request as it came
 */
public record DecodedLogoutRequest(String id, LogoutSubject subject, @Nullable Instant notOnOrAfter,
		@Nullable String relayState, String xml) {
}

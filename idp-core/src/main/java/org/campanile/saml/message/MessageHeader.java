package org.campanile.saml.message;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The parts common to all messages (SAML Core 3.2.1, 3.2.2): well-formed, but not yet
 * trusted. Immutable.
 *
 * @param id {@code ID}, an NCName of at most 256 characters
 * @param version {@code Version}, two numbers and a dot
 * @param issueInstant {@code IssueInstant}
 * @param destination {@code Destination}; null if absent
 * @param issuer the full text of {@code saml:Issuer}
 */
public record MessageHeader(String id, String version, Instant issueInstant, @Nullable String destination,
		String issuer) {
}

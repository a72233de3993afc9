package org.campanile.consent;

import java.time.Instant;

/**
 * The stored form of a consent. Hashes are 64 hexadecimal digits in lower case. Its array
 * must not be modified.
 *
 * @param givenAt when the user gave it, to the millisecond
 * @param expiresAt when it expires, to the millisecond
 * @param state the sealed consent; at most {@link ConsentStore#MAX_STATE} bytes
 */
public record StoredConsent(String principalHash, String serviceHash, Instant givenAt, Instant expiresAt,
		byte[] state) {
}

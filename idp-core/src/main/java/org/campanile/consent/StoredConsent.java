package org.campanile.consent;

import java.time.Instant;

/**
 * A consent as a store holds it. Hashes are 64 hexadecimal digits in lower case. Its
 * array must not be modified.
 *
 * @param principalHash stands for the user
 * @param serviceHash stands for the service
 * @param givenAt when the user gave it, to the millisecond
 * @param expiresAt when it ends, to the millisecond
 * @param state what was agreed to, sealed; at most {@link ConsentStore#MAX_STATE} bytes
 */
public record StoredConsent(String principalHash, String serviceHash, Instant givenAt, Instant expiresAt,
		byte[] state) {
}

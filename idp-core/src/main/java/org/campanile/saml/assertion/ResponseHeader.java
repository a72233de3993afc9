package org.campanile.saml.assertion;

import java.time.Instant;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The content of a response except its assertion (SAML Core 3.2.2).
 *
 * @param id its ID
 * @param issueInstant when it was made
 * @param issuer our entityID
 * @param destination where it goes
 * @param inResponseTo the request it answers; null for an unsolicited one
 * @param status what came of the request
 * @param statusMessage a sentence for the service's log; null for none
 */
record ResponseHeader(String id, Instant issueInstant, String issuer, String destination, @Nullable String inResponseTo,
		StatusCode status, @Nullable String statusMessage) {
}

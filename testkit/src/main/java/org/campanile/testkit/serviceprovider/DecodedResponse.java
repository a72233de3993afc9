package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.util.Optional;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A response that passed every check.
 *
 * @param id its ID
 * @param inResponseTo the request it answers; null if it is unsolicited
 * @param issueInstant when it was issued
 * @param status what came of the request
 * @param statusMessage the status in words; null if there are none
 * @param signatureAlgorithm the URI of the algorithm it is signed with
 * @param assertion present exactly if the status is success
 * @param xml the response as it came
 */
public record DecodedResponse(String id, @Nullable String inResponseTo, Instant issueInstant, StatusCode status,
		@Nullable String statusMessage, String signatureAlgorithm, Optional<DecodedAssertion> assertion, String xml) {

	/**
	 * The assertion, where success is all the caller can use.
	 * @throws IllegalStateException if the status is another, naming it
	 */
	public DecodedAssertion success() {
		return assertion.orElseThrow(() -> new IllegalStateException("not signed on: " + status));
	}

}

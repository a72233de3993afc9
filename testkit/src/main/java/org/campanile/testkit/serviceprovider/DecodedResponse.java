package org.campanile.testkit.serviceprovider;

import java.time.Instant;
import java.util.Optional;

import org.campanile.saml.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A response that passed every check.
 *
 * @param id its ID
 * @param inResponseTo the ID of the request; null if it is unsolicited
 * @param issueInstant when it was issued
 * @param status the result
 * @param statusMessage the status message; null if absent
 * @param signatureAlgorithm the URI of the algorithm it is signed with
 * @param assertion present exactly if the status is success
 * @param xml the response as received
 */
public record DecodedResponse(String id, @Nullable String inResponseTo, Instant issueInstant, StatusCode status,
		@Nullable String statusMessage, String signatureAlgorithm, Optional<DecodedAssertion> assertion, String xml) {

	/**
	 * The assertion, for callers that expect success.
	 * @throws IllegalStateException with the status if it is not success
	 */
	public DecodedAssertion success() {
		return assertion.orElseThrow(() -> new IllegalStateException("not signed on: " + status));
	}

}

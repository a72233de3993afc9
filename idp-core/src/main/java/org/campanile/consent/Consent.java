package org.campanile.consent;

import java.time.Instant;
import java.util.Set;

/**
 * A user's consent to release attributes to a service.
 *
 * @param principal the user's canonical name
 * @param service the service
 * @param attributes the ids of the attributes, without their values
 * @param givenAt when the user gave it
 * @param expiresAt when it expires
 */
public record Consent(String principal, String service, Set<String> attributes, Instant givenAt, Instant expiresAt) {

	public Consent {
		attributes = Set.copyOf(attributes);
	}

}

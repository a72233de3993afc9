package org.campanile.durable;

import java.time.Instant;
import java.util.Set;

/**
 * What a person agreed to have released to a service.
 *
 * @param principal the person's canonical name
 * @param entityId the service
 * @param attributes the ids of the attributes, without their values
 * @param givenAt when
 * @param expiresAt when it ends
 */
public record Consent(String principal, String entityId, Set<String> attributes, Instant givenAt, Instant expiresAt) {

	public Consent {
		attributes = Set.copyOf(attributes);
	}

}

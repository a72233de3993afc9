package org.campanile.session;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A service that a session has signed in to.
 *
 * @param entityId the service
 * @param nameId the name identifier's value it was given
 * @param nameIdFormat that identifier's format
 * @param nameQualifier that identifier's {@code NameQualifier}; null if it had none
 * @param spNameQualifier that identifier's {@code SPNameQualifier}; null if it had none
 * @param at when it first signed in
 */
public record ServiceSignOn(String entityId, String nameId, String nameIdFormat, @Nullable String nameQualifier,
		@Nullable String spNameQualifier, Instant at) {

	/** A sign-on by an identifier without qualifiers. */
	public ServiceSignOn(String entityId, String nameId, String nameIdFormat, Instant at) {
		this(entityId, nameId, nameIdFormat, null, null, at);
	}

}

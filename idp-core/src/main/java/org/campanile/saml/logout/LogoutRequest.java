package org.campanile.saml.logout;

import java.util.List;
import java.util.Set;

import org.campanile.logout.SessionSelector;
import org.campanile.relyingparty.RelyingParty;
import org.jspecify.annotations.Nullable;

/**
 * A LogoutRequest of a service that passed every rule (SAML Core 3.7.1). Immutable.
 *
 * @param service who asks; its signature was verified
 * @param id the request's ID, which the answer names
 * @param nameId the identifier's value, the full text
 * @param format the identifier's format; null where none is stated, or unspecified
 * @param nameQualifier its {@code NameQualifier}; null for none
 * @param spNameQualifier its {@code SPNameQualifier}; null for none
 * @param sessionIndexes the sessions' names; empty for all sessions of that identifier
 * @param relayState to be returned; null for none
 * @param binding the URI of the binding it came by
 * @param reason why, a URI; null if it is not said
 */
public record LogoutRequest(RelyingParty service, String id, String nameId, @Nullable String format,
		@Nullable String nameQualifier, @Nullable String spNameQualifier, List<String> sessionIndexes,
		@Nullable String relayState, String binding, @Nullable String reason) {

	public LogoutRequest {
		sessionIndexes = List.copyOf(sessionIndexes);
	}

	/** Which sessions it means. */
	public SessionSelector selector() {
		return new SessionSelector(service.entityId(), nameId, format, nameQualifier, spNameQualifier,
				Set.copyOf(sessionIndexes));
	}

	/** Without the identifier, which names a person. */
	@Override
	public String toString() {
		return "LogoutRequest[" + id + " of " + service.entityId() + " by " + binding + ']';
	}

}

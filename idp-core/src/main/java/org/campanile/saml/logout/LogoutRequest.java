package org.campanile.saml.logout;

import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.campanile.logout.SessionSelector;
import org.campanile.relyingparty.RelyingParty;
import org.campanile.saml.nameid.NameId;
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

	/**
	 * Which sessions it means.
	 * @param identityProvider our entityID
	 */
	public SessionSelector selector(String identityProvider) {
		return new SessionSelector(RelyingParty.PROTOCOL, service.entityId(), nameId,
				handle -> means(NameId.of(handle), identityProvider), Set.copyOf(sessionIndexes));
	}

	/**
	 * Whether it means an identifier that the service was given. A qualifier that was
	 * left out is the party's own name (SAML Core 2.2.2).
	 */
	private boolean means(NameId issued, String identityProvider) {
		return fits(format, issued.format())
				&& fits(nameQualifier, Objects.requireNonNullElse(issued.nameQualifier(), identityProvider))
				&& fits(spNameQualifier, Objects.requireNonNullElse(issued.spNameQualifier(), service.entityId()));
	}

	private static boolean fits(@Nullable String wanted, String issued) {
		return wanted == null || wanted.equals(issued);
	}

	/** Without the identifier, which names a person. */
	@Override
	public String toString() {
		return "LogoutRequest[" + id + " of " + service.entityId() + " by " + binding + ']';
	}

}

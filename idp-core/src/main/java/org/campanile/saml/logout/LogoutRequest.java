package org.campanile.saml.logout;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.campanile.logout.RequestedLogout;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.nameid.NameId;
import org.jspecify.annotations.Nullable;

/**
 * A LogoutRequest of a service that passed every rule (SAML Core 3.7.1). Immutable.
 *
 * @param service the requesting service, whose signature was verified
 * @param id the request's ID, which the response refers to
 * @param nameId the identifier's value, the full text
 * @param format the identifier's format; null if absent or unspecified
 * @param nameQualifier its {@code NameQualifier}; null for none
 * @param spNameQualifier its {@code SPNameQualifier}; null for none
 * @param sessionIndexes the sessions' names; empty for all sessions of that identifier
 * @param relayState to be returned; null for none
 * @param binding the URI of its binding
 */
public record LogoutRequest(RelyingParty service, String id, String nameId, @Nullable String format,
		@Nullable String nameQualifier, @Nullable String spNameQualifier, List<String> sessionIndexes,
		@Nullable String relayState, String binding) {

	// The keys under which a logout stores what its response needs; they must not be
	// changed or reused.

	static final String ID = "i";

	static final String BINDING = "b";

	static final String RELAY_STATE = "r";

	public LogoutRequest {
		sessionIndexes = List.copyOf(sessionIndexes);
	}

	/**
	 * The protocol-independent form.
	 * @param identityProvider this server's entityID
	 */
	public RequestedLogout requested(String identityProvider) {
		Map<String, String> own = new HashMap<>();
		own.put(ID, id);
		own.put(BINDING, binding);
		if (relayState != null) {
			own.put(RELAY_STATE, relayState);
		}
		Map<String, String> audit = new LinkedHashMap<>();
		if (format != null) {
			audit.put("nameIdFormat", format);
		}
		audit.put("nameId", nameId);
		if (!sessionIndexes.isEmpty()) {
			audit.put("sessionIndex", String.join(",", sessionIndexes));
		}
		return new RequestedLogout(RelyingParty.PROTOCOL, service.entityId(), nameId,
				handle -> means(NameId.of(handle), identityProvider), Set.copyOf(sessionIndexes), own, audit);
	}

	/**
	 * Whether the request refers to an identifier that was issued to the service. An
	 * omitted qualifier defaults to the party's own name (SAML Core 2.2.2).
	 */
	private boolean means(NameId issued, String identityProvider) {
		return fits(format, issued.format())
				&& fits(nameQualifier, Objects.requireNonNullElse(issued.nameQualifier(), identityProvider))
				&& fits(spNameQualifier, Objects.requireNonNullElse(issued.spNameQualifier(), service.entityId()));
	}

	private static boolean fits(@Nullable String wanted, String issued) {
		return wanted == null || wanted.equals(issued);
	}

	/** Omits the identifier, which names a user. */
	@Override
	public String toString() {
		return "LogoutRequest[" + id + " of " + service.entityId() + " by " + binding + ']';
	}

}

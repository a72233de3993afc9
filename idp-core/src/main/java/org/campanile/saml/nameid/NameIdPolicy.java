package org.campanile.saml.nameid;

import java.util.Optional;

import org.campanile.attribute.ResolvedAttributes;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.session.SsoSession;
import org.campanile.store.StoreUnavailableException;

/** Chooses and computes the name identifier for one service. Thread-safe. */
public interface NameIdPolicy {

	/**
	 * Chooses the format from the request, the local settings, the service's metadata and
	 * the default, in this order, and computes the identifier.
	 * @return empty if no acceptable format yields a value (SAML Core 3.4.1.1, status
	 * {@code InvalidNameIDPolicy})
	 * @throws StoreUnavailableException if it is a stored one and the store does not
	 * answer; another is never given instead, for the service would take the user for
	 * somebody new
	 */
	Optional<NameId> nameIdFor(SsoSession session, ResolvedAttributes attributes, RelyingParty service,
			NameIdRequest request) throws StoreUnavailableException;

}

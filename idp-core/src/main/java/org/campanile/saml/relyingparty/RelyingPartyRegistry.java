package org.campanile.saml.relyingparty;

import java.util.Optional;

import org.campanile.protocol.ProtocolId;
import org.campanile.service.ServiceRegistry;

/** The currently known SAML services. */
public interface RelyingPartyRegistry extends ServiceRegistry {

	@Override
	default ProtocolId protocol() {
		return RelyingParty.PROTOCOL;
	}

	@Override
	Optional<RelyingParty> find(String entityId);

}

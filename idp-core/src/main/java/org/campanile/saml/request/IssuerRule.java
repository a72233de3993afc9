package org.campanile.saml.request;

import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;

/**
 * The issuer must be a known and enabled service; names are compared character by
 * character (SAML Core 8.3.6).
 */
public final class IssuerRule {

	private final RelyingPartyRegistry services;

	public IssuerRule(RelyingPartyRegistry services) {
		this.services = services;
	}

	/**
	 * The service of that name, enabled.
	 * @throws SamlFault {@link FaultCode#SERVICE_UNKNOWN},
	 * {@link FaultCode#SERVICE_DISABLED}
	 */
	public RelyingParty find(String entityId) throws SamlFault {
		RelyingParty service = services.find(entityId)
			.orElseThrow(() -> SamlFault.local(FaultCode.SERVICE_UNKNOWN,
					services.reasonUnavailable(entityId)
						.map(reason -> "'" + entityId + "' is not served: " + reason)
						.orElseGet(() -> "no metadata for '" + entityId
								+ "'; put the service's metadata into the metadata folder")));
		if (!service.settings().enabled()) {
			throw SamlFault.local(FaultCode.SERVICE_DISABLED, "the configuration disables the service")
				.about(service.entityId());
		}
		return service;
	}

}

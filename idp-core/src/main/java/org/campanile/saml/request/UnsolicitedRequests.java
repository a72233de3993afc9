package org.campanile.saml.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.binding.Parameters;
import org.campanile.saml.binding.RelayStates;
import org.campanile.saml.nameid.NameIdRequest;
import org.campanile.saml.relyingparty.AssertionConsumerService;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.SignOnRequest;

/**
 * Sign-ons that begin at the identity provider (SAML Profiles 4.1.5). Every fault is
 * local: a service cannot interpret an error response without a request.
 */
final class UnsolicitedRequests {

	private final IssuerRule issuer;

	private final ResponseEndpointRule responseEndpoint;

	private final IssueInstantRule freshness;

	UnsolicitedRequests(IssuerRule issuer, ResponseEndpointRule responseEndpoint, IssueInstantRule freshness) {
		this.issuer = issuer;
		this.responseEndpoint = responseEndpoint;
		this.freshness = freshness;
	}

	SignOnRequest accept(Map<String, List<String>> parameters, Instant now) throws SamlFault {
		String providerId = Parameters.single(parameters, "providerId");
		if (providerId == null) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED, "no providerId: the link names no service");
		}
		RelyingParty service = issuer.find(providerId);
		try {
			return accept(service, parameters, now);
		}
		catch (SamlFault ex) {
			throw ex.about(service.entityId());
		}
	}

	private SignOnRequest accept(RelyingParty service, Map<String, List<String>> parameters, Instant now)
			throws SamlFault {
		if (service.settings().requireSignedRequests().orElse(false)) {
			throw SamlFault.local(FaultCode.SIGNATURE_MISSING,
					"an override demands signed requests, and a sign-on that begins here has none");
		}
		requireFresh(Parameters.single(parameters, "time"), now);
		AssertionConsumerService endpoint = responseEndpoint.find(service, Parameters.single(parameters, "shire"),
				OptionalInt.empty());
		if (!endpoint.binding().equals(Saml.BINDING_POST)) {
			throw SamlFault.local(FaultCode.BINDING_UNSUPPORTED,
					"shire names an endpoint of " + endpoint.binding() + ", only HTTP-POST is served");
		}
		String relayState = RelayStates.accept(Parameters.single(parameters, "target"));
		SamlSignOn own = new SamlSignOn(relayState, NameIdRequest.ANY, OptionalInt.empty());
		return new SignOnRequest(RelyingParty.PROTOCOL, service.entityId(), endpoint.location(), null, AuthnDemand.NONE,
				now, null, own.own());
	}

	private void requireFresh(@Nullable String seconds, Instant now) throws SamlFault {
		if (seconds == null) {
			return;
		}
		if (!seconds.matches("[0-9]{1,12}")) {
			throw SamlFault.local(FaultCode.REQUEST_MALFORMED,
					"time is not a number of seconds since 1970: " + seconds);
		}
		Optional<String> fault = freshness.fault(Instant.ofEpochSecond(Long.parseLong(seconds)), now);
		if (fault.isPresent()) {
			throw SamlFault.local(FaultCode.REQUEST_EXPIRED, "time: " + fault.get());
		}
	}

}

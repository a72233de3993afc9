package org.campanile.saml.logout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.campanile.IdentityProvider;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlEndpoints;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.MessageHeader;
import org.campanile.saml.message.RequestSignature;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.DestinationRule;
import org.campanile.saml.request.DetachedSignature;
import org.campanile.saml.request.IdentifiedMessage;
import org.campanile.saml.request.IssueInstantRule;
import org.campanile.saml.request.IssuerRule;
import org.campanile.saml.request.RequestRule;
import org.campanile.saml.request.SignatureRule;

/** The rules that requests and responses of single logout have in common. */
final class LogoutMessageRules {

	private final IssuerRule issuer;

	private final List<RequestRule<IdentifiedMessage>> rules;

	LogoutMessageRules(RelyingPartyRegistry services, IdentityProvider self, IssueInstantRule freshness) {
		this.issuer = new IssuerRule(services);
		this.rules = List.of(new DestinationRule(binding -> endpoint(self, binding)), freshness, new SignatureRule(),
				LogoutMessageRules::checkVersion);
	}

	private LogoutMessageRules(RelyingPartyRegistry services, IssueInstantRule freshness) {
		this.issuer = new IssuerRule(services);
		this.rules = List.of(freshness, new SignatureRule(), LogoutMessageRules::checkVersion);
	}

	/**
	 * The rules for responses on the connection of the request: they are certainly
	 * addressed to this server, and the Destination that some services state is
	 * unreliable.
	 */
	static LogoutMessageRules ofDirectAnswers(RelyingPartyRegistry services, IssueInstantRule freshness) {
		return new LogoutMessageRules(services, freshness);
	}

	/** The message with the service whose signature was verified. */
	IdentifiedLogoutMessage check(InboundMessage message, MessageHeader header, Optional<RequestSignature> enveloped,
			Instant now) throws SamlFault {
		IdentifiedLogoutMessage identified = new IdentifiedLogoutMessage(header, message.binding(),
				DetachedSignature.all(message, enveloped), issuer.find(header.issuer()), now);
		for (RequestRule<IdentifiedMessage> rule : rules) {
			rule.check(identified);
		}
		return identified;
	}

	private static String endpoint(IdentityProvider self, String binding) {
		return switch (binding) {
			case Saml.BINDING_POST -> self.url(SamlEndpoints.POST_SLO);
			case Saml.BINDING_SOAP -> self.url(SamlEndpoints.SOAP_SLO);
			default -> self.url(SamlEndpoints.REDIRECT_SLO);
		};
	}

	private static void checkVersion(IdentifiedMessage message) throws SamlFault {
		String version = message.header().version();
		if (!version.equals("2.0")) {
			throw message.refuse(FaultCode.VERSION_MISMATCH, "Version is " + version + ", not 2.0");
		}
	}

}

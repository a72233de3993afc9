package org.campanile.saml.logout;

import java.time.Instant;
import java.time.InstantSource;

import org.campanile.IdentityProvider;
import org.campanile.logout.LogoutAnswer;
import org.campanile.logout.OpenLogoutRequest;
import org.campanile.logout.OpenLogoutRequests;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.ParsedLogoutResponse;
import org.campanile.saml.opensaml.LogoutMessageParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.IssueInstantRule;
import org.campanile.saml.request.RequestLimits;
import org.campanile.store.StoreUnavailableException;

/**
 * Converts a response through the browser to a {@link LogoutAnswer}, or refuses it (SAML
 * Core 3.7.3). Thread-safe.
 * <p>
 * A response must be signed by the service, be addressed to this endpoint, and answer an
 * open request to the same service; the first valid response closes the request.
 */
public final class LogoutResponseProcessor {

	private final LogoutMessageParser parser = new LogoutMessageParser(OpenSaml.get());

	private final InstantSource time;

	private final LogoutMessageRules rules;

	private final OpenLogoutRequests openRequests;

	/**
	 * @param services the known services
	 * @param openRequests the requests that await a response
	 * @param self this server's identity
	 * @param time the clock
	 * @param limits how old a response may be
	 */
	public LogoutResponseProcessor(RelyingPartyRegistry services, OpenLogoutRequests openRequests,
			IdentityProvider self, InstantSource time, RequestLimits limits) {
		this.time = time;
		this.rules = new LogoutMessageRules(services, self, new IssueInstantRule(limits));
		this.openRequests = openRequests;
	}

	/**
	 * Validates a LogoutResponse; the request it answers is then no longer open.
	 * @throws SamlFault always local
	 */
	public LogoutAnswer process(InboundMessage message) throws SamlFault {
		if (!message.response()) {
			throw SamlFault.local(FaultCode.NOT_A_LOGOUT_MESSAGE, "the message came as a request, not as a response");
		}
		Instant now = time.instant();
		ParsedLogoutResponse parsed = parser.parseResponse(message);
		IdentifiedLogoutMessage identified = rules.check(message, parsed.header(), parsed.signature(), now);
		String request = parsed.inResponseTo();
		if (request == null) {
			throw identified.refuse(FaultCode.RESPONSE_UNEXPECTED, "InResponseTo is missing: it answers no request");
		}
		try {
			OpenLogoutRequest answered = openRequests
				.take(RelyingParty.PROTOCOL, request, identified.service().entityId())
				.orElseThrow(() -> identified.refuse(FaultCode.RESPONSE_UNEXPECTED,
						"no request " + request + " to this service waits for an answer"));
			StatusCode status = parsed.status();
			return new LogoutAnswer(identified.service().entityId(), answered,
					status.equals(StatusCode.SUCCESS) ? ServiceLogoutState.ENDED : ServiceLogoutState.REFUSED,
					status.topLevel() + (status.secondLevel() == null ? "" : " " + status.secondLevel()));
		}
		catch (StoreUnavailableException ex) {
			throw SamlFault
				.local(FaultCode.REPLAY_CHECK_UNAVAILABLE,
						"whether the request " + request + " waits for an answer is not known: " + ex.getMessage(), ex)
				.about(identified.service().entityId());
		}
	}

}

package org.campanile.saml.logout;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.ParsedLogoutRequest;
import org.campanile.saml.opensaml.LogoutMessageParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.request.IssueInstantRule;
import org.campanile.saml.request.ReplayRule;
import org.campanile.saml.request.RequestLimits;

/**
 * Converts a message of a service to a {@link LogoutRequest}, or refuses it (SAML Core
 * 3.7.3, SAML Profiles 4.4.3). Thread-safe.
 * <p>
 * A request must be signed by the service, inside the XML or over the query, whatever
 * metadata says; it must be addressed to this endpoint; and each ID is accepted only
 * once. Faults are not reported to the sender: an error response to a sender that may not
 * be the service would disclose too much.
 */
public final class LogoutRequestProcessor {

	/** The kind of the replay keys. */
	static final String KIND = "logout-request";

	private final LogoutMessageParser parser = new LogoutMessageParser(OpenSaml.get());

	private final InstantSource time;

	private final IssueInstantRule freshness;

	private final LogoutMessageRules rules;

	private final ReplayRule replay;

	/**
	 * @param services the known services
	 * @param replayKeys stores the IDs of used requests
	 * @param self this server's identity
	 * @param time the clock
	 * @param limits how old a request may be
	 */
	public LogoutRequestProcessor(RelyingPartyRegistry services, OneTimeStore replayKeys, IdentityProvider self,
			InstantSource time, RequestLimits limits) {
		this.time = time;
		this.freshness = new IssueInstantRule(limits);
		this.rules = new LogoutMessageRules(services, self, freshness);
		this.replay = new ReplayRule(KIND, replayKeys, freshness);
	}

	/**
	 * Validates a LogoutRequest; the ID of one that passes is used up.
	 * @throws SamlFault always local
	 */
	public LogoutRequest process(InboundMessage message) throws SamlFault {
		if (message.response()) {
			throw SamlFault.local(FaultCode.NOT_A_LOGOUT_MESSAGE, "the message came as a response, not as a request");
		}
		Instant now = time.instant();
		ParsedLogoutRequest parsed = parser.parseRequest(message);
		IdentifiedLogoutMessage identified = rules.check(message, parsed.header(), parsed.signature(), now);
		if (parsed.notOnOrAfter() != null) {
			Optional<String> overdue = freshness.overdue(parsed.notOnOrAfter(), now);
			if (overdue.isPresent()) {
				throw identified.refuse(FaultCode.REQUEST_EXPIRED, overdue.get());
			}
		}
		replay.check(identified);
		return new LogoutRequest(identified.service(), parsed.header().id(), parsed.nameId(), parsed.format(),
				parsed.nameQualifier(), parsed.spNameQualifier(), parsed.sessionIndexes(), message.relayState(),
				message.binding());
	}

}

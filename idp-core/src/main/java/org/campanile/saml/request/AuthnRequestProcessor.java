package org.campanile.saml.request;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.IdentityProvider;
import org.campanile.onetime.OneTimeStore;
import org.campanile.saml.FaultCode;
import org.campanile.saml.SamlFault;
import org.campanile.saml.SamlSignOn;
import org.campanile.saml.binding.InboundMessage;
import org.campanile.saml.message.ParsedAuthnRequest;
import org.campanile.saml.opensaml.AuthnRequestParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.signon.AnsweredRequests;
import org.campanile.signon.AuthnDemand;
import org.campanile.signon.SignOnRequest;

/**
 * Converts a message of a service to a {@link SignOnRequest}, or refuses it (SAML Core
 * 3.4.1, SAML Profiles 4.1.4.1). Thread-safe.
 * <p>
 * The rules run in two groups. Faults of the first, up to the response URL, are shown
 * only to the user at the browser; those of the second are reported to the service. An
 * unsigned request is not trusted: responses are only sent to endpoints in the service's
 * metadata.
 */
public final class AuthnRequestProcessor {

	private static final Logger logger = LoggerFactory.getLogger(AuthnRequestProcessor.class);

	private final AuthnRequestParser parser = new AuthnRequestParser(OpenSaml.get());

	private final InstantSource time;

	private final IssuerRule issuer;

	private final IssueInstantRule freshness;

	private final ReplayRule replay;

	private final List<RequestRule<? super IdentifiedRequest>> beforeResponseUrl;

	private final ResponseEndpointRule responseEndpoint = new ResponseEndpointRule();

	private final List<RequestRule<AnswerableRequest>> afterResponseUrl;

	private final UnsolicitedRequests unsolicited;

	/**
	 * The services of which an unknown index has been logged: anybody can send any number
	 * of them.
	 */
	private final Set<String> unknownIndexLogged = ConcurrentHashMap.newKeySet();

	/**
	 * @param services the known services
	 * @param replayKeys stores the IDs of used requests
	 * @param self this server's identity
	 * @param time the clock
	 * @param limits how old a request may be
	 * @param pending how long after its arrival a request may be answered, by the clock
	 * of any node
	 */
	public AuthnRequestProcessor(RelyingPartyRegistry services, OneTimeStore replayKeys, IdentityProvider self,
			InstantSource time, RequestLimits limits, Duration pending) {
		this.time = time;
		this.issuer = new IssuerRule(services);
		this.freshness = new IssueInstantRule(limits);
		this.replay = new ReplayRule(AnsweredRequests.REQUEST, replayKeys, freshness, pending);
		this.beforeResponseUrl = List.of(DestinationRule.ofSignOn(self), freshness, new SignatureRule());
		this.afterResponseUrl = List.of(new VersionRule(), new ProtocolBindingRule(), new AuthnContextRule(),
				new SubjectRule());
		this.unsolicited = new UnsolicitedRequests(issuer, responseEndpoint, freshness);
	}

	/**
	 * Validates an AuthnRequest. The replay key of a signed one that passes is set here.
	 * That of an unsigned one is set only when it is answered, for which a user has to
	 * sign in: anyone can make any number of unsigned requests, and each replay key takes
	 * space in the store. A signed one is treated the same if the store does not respond
	 * on arrival; if the store did set the key, the request then counts as answered.
	 * @throws SamlFault local up to the response URL, to the service from there on; a
	 * replay is local as well
	 */
	public SignOnRequest process(InboundMessage message) throws SamlFault {
		Instant now = time.instant();
		ParsedAuthnRequest parsed = parser.parse(message.xml());
		IdentifiedRequest identified = new IdentifiedRequest(message.binding(), message.relayState(), parsed,
				DetachedSignature.all(message, parsed.signature()), issuer.find(parsed.header().issuer()), now);
		for (RequestRule<? super IdentifiedRequest> rule : beforeResponseUrl) {
			rule.check(identified);
		}
		AnswerableRequest answerable = new AnswerableRequest(identified, responseEndpoint.find(identified));
		for (RequestRule<AnswerableRequest> rule : afterResponseUrl) {
			rule.check(answerable);
		}
		boolean used = !identified.signatures().isEmpty() && use(identified);
		return signOnRequest(answerable, used ? null : freshness.deadAfter(parsed.header().issueInstant()));
	}

	/**
	 * Sets the replay key of a request.
	 * @return false if the store does not answer
	 * @throws SamlFault if it was received before
	 */
	private boolean use(IdentifiedRequest request) throws SamlFault {
		try {
			replay.check(request);
			return true;
		}
		catch (SamlFault ex) {
			if (ex.code() != FaultCode.REPLAY_CHECK_UNAVAILABLE) {
				throw ex;
			}
			logger.warn("{}: {}; its replay key is set when it is answered", request.service().entityId(),
					ex.getMessage());
			return false;
		}
	}

	/**
	 * Validates a sign-on that begins at the identity provider, with a link or a
	 * bookmark, using Shibboleth's parameters: {@code providerId}, the service's
	 * entityID; {@code
	 * shire}, a response URL of its metadata, the default one if absent; {@code target},
	 * the RelayState; {@code time}, seconds since 1970, checked against the same limits
	 * as an IssueInstant if present. Other parameters are ignored.
	 * <p>
	 * There is no request that could be signed. {@code AuthnRequestsSigned} in metadata
	 * does not forbid such a sign-on, but an override that requires signed requests does.
	 * @param parameters all values of each parameter, decoded
	 * @throws SamlFault always local
	 */
	public SignOnRequest unsolicited(Map<String, List<String>> parameters) throws SamlFault {
		return unsolicited.accept(parameters, time.instant());
	}

	private SignOnRequest signOnRequest(AnswerableRequest request, @Nullable Instant repeatableUntil) {
		IdentifiedRequest identified = request.identified();
		ParsedAuthnRequest message = request.message();
		SamlSignOn own = new SamlSignOn(identified.relayState(), message.nameId(), attributeIndex(identified));
		return new SignOnRequest(RelyingParty.PROTOCOL, identified.service().entityId(), request.endpoint().url(),
				message.header().id(), new AuthnDemand(message.forceAuthn(), message.passive(), message.authnContext()),
				identified.receivedAt(), repeatableUntil, own.own());
	}

	/** An index that metadata does not list is ignored. */
	private OptionalInt attributeIndex(IdentifiedRequest request) {
		OptionalInt index = request.message().attributeConsumingServiceIndex();
		if (index.isPresent() && request.service()
			.attributeConsumingServices()
			.stream()
			.noneMatch(set -> set.index() == index.getAsInt())) {
			if (unknownIndexLogged.add(request.service().entityId())) {
				logger.info("{}: AttributeConsumingServiceIndex {} is not in its metadata and is ignored; the service "
						+ "should correct one of them", request.service().entityId(), index.getAsInt());
			}
			return OptionalInt.empty();
		}
		return index;
	}

}

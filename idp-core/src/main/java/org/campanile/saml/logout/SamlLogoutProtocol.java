package org.campanile.saml.logout;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.campanile.logout.LogoutProtocol;
import org.campanile.logout.LogoutStatus;
import org.campanile.logout.ServiceLogoutState;
import org.campanile.logout.ServiceSession;
import org.campanile.protocol.Answer;
import org.campanile.protocol.Handle;
import org.campanile.protocol.ProtocolId;
import org.campanile.saml.relyingparty.RelyingParty;
import org.campanile.saml.relyingparty.RelyingPartyRegistry;
import org.campanile.saml.relyingparty.SingleLogoutService;
import org.campanile.saml.FaultCode;
import org.campanile.saml.Saml;
import org.campanile.saml.SamlFault;
import org.campanile.saml.StatusCode;
import org.campanile.saml.assertion.SessionIndex;
import org.campanile.saml.binding.BindingLimits;
import org.campanile.saml.binding.SoapDecoder;
import org.campanile.saml.message.ParsedLogoutResponse;
import org.campanile.saml.opensaml.LogoutMessageParser;
import org.campanile.saml.opensaml.OpenSaml;
import org.campanile.saml.request.IssueInstantRule;
import org.campanile.saml.request.RequestLimits;
import org.campanile.session.SsoSession;

/**
 * Sends SAML logout requests to services: by SOAP (SAML Profiles 4.4.4.1) or through the
 * browser, if their metadata lists an endpoint. Responses by SOAP must satisfy the rules
 * of every LogoutResponse. Thread-safe.
 */
public final class SamlLogoutProtocol implements LogoutProtocol {

	private static final Logger logger = LoggerFactory.getLogger(SamlLogoutProtocol.class);

	private final RelyingPartyRegistry services;

	private final LogoutMessages messages;

	private final BackChannel backChannel;

	private final InstantSource clock;

	private final SoapDecoder decoder;

	private final LogoutMessageParser parser = new LogoutMessageParser(OpenSaml.get());

	private final LogoutMessageRules rules;

	public SamlLogoutProtocol(RelyingPartyRegistry services, LogoutMessages messages, BackChannel backChannel,
			InstantSource clock, RequestLimits limits, BindingLimits sizes) {
		this.services = services;
		this.messages = messages;
		this.backChannel = backChannel;
		this.clock = clock;
		this.decoder = new SoapDecoder(sizes);
		this.rules = LogoutMessageRules.ofDirectAnswers(services, new IssueInstantRule(limits));
	}

	@Override
	public ProtocolId id() {
		return RelyingParty.PROTOCOL;
	}

	@Override
	public String sessionName(SsoSession session, String service, Handle handle) {
		return SessionIndex.of(session, service);
	}

	@Override
	public Reach reach(ServiceSession session) {
		return services.find(session.service())
			.filter(found -> found.settings().enabled())
			.map(found -> new Reach(LogoutMessages.endpoint(found, Saml.BINDING_SOAP).isPresent(),
					messages.frontChannel(found).map(asked -> frontChannel(found, asked)).orElse(null)))
			.orElse(Reach.NONE);
	}

	private static FrontChannel frontChannel(RelyingParty service, SingleLogoutService asked) {
		return new FrontChannel(service.singleLogoutServices()
			.stream()
			.filter(found -> !found.binding().equals(Saml.BINDING_SOAP))
			.flatMap(found -> Stream.of(found.location(), found.responseLocation()))
			.distinct()
			.toList(), asked.binding().equals(Saml.BINDING_POST));
	}

	@Override
	public Optional<BrowserRequest> askByBrowser(ServiceSession session) {
		return services.find(session.service()).flatMap(found -> messages.ask(found, session));
	}

	@Override
	public Optional<Answer> answer(String service, Map<String, String> own, LogoutStatus status) {
		String request = own.get(LogoutRequest.ID);
		String binding = own.get(LogoutRequest.BINDING);
		return request == null || binding == null ? Optional.empty() : services.find(service)
			.flatMap(found -> messages.answer(found, request, binding, own.get(LogoutRequest.RELAY_STATE), status));
	}

	@Override
	public ServiceLogoutState ask(ServiceSession session) {
		Optional<RelyingParty> service = services.find(session.service());
		Optional<LogoutMessages.SoapRequest> request = service.flatMap(found -> messages.askDirectly(found, session));
		if (request.isEmpty()) {
			return ServiceLogoutState.CANNOT_BE_ASKED;
		}
		try {
			byte[] answer = backChannel.post(request.get().url(), request.get().envelope());
			return judge(session.service(), request.get().id(), answer);
		}
		catch (IOException ex) {
			logger.warn("{} did not answer a logout request at {}: {}", session.service(), request.get().url(),
					ex.getMessage());
			return ServiceLogoutState.NO_ANSWER;
		}
		catch (SamlFault ex) {
			logger.warn("The response of {} to a logout request at {} was refused, {}: {}", session.service(),
					request.get().url(), ex.code(), ex.getMessage());
			return ServiceLogoutState.NO_ANSWER;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return ServiceLogoutState.NO_ANSWER;
		}
	}

	private ServiceLogoutState judge(String service, String requestId, byte[] answer) throws SamlFault {
		var message = decoder.decodeResponse(answer);
		ParsedLogoutResponse parsed = parser.parseResponse(message);
		IdentifiedLogoutMessage identified = rules.check(message, parsed.header(), parsed.signature(), clock.instant());
		if (!identified.service().entityId().equals(service)) {
			throw identified.refuse(FaultCode.ISSUER_INVALID, "the response is from another service");
		}
		if (!requestId.equals(parsed.inResponseTo())) {
			throw identified.refuse(FaultCode.RESPONSE_UNEXPECTED,
					"it answers " + parsed.inResponseTo() + ", asked was " + requestId);
		}
		if (parsed.status().equals(StatusCode.SUCCESS)) {
			return ServiceLogoutState.ENDED;
		}
		logger.info("{} refused a logout request: {}", service, parsed.status());
		return ServiceLogoutState.REFUSED;
	}

}
